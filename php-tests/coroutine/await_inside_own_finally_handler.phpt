--TEST--
CO-31: the coroutine is finished inside its finally handler: await there returns at once
--DESCRIPTION--
Rules: CO-31, SD-24, CO-33
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\Coroutine;

$c = spawn(fn() => 'value');
$c->finally(function (Coroutine $c) {
    echo await($c), "\n"; $c->cancel(); var_dump($c->isCancelled());
    $c->finally(fn() => print "nested\n");
});
await($c);
$d = spawn(fn() => throw new Exception('error'));
$d->finally(function (Coroutine $d) { try { await($d); } catch (Exception $e) { echo $e->getMessage(), "\n"; } });
try { await($d); } catch (Exception $e) { echo 'main ', $e->getMessage(), "\n"; }
--EXPECT--
value
bool(false)
nested
error
main error
