--TEST--
SC-26: the end of the Scope object cancels its coroutines
--DESCRIPTION--
Rules: SC-26, SC-20
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\{Scope, AsyncCancellation};

function looping(): void
{
    $s = new Scope;
    $s->spawn(function () { try { while (true) suspend(); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
    suspend();
}
looping();
suspend();

$c = (new Scope)->spawn(fn() => print "never\n");
try { await($c); } catch (AsyncCancellation $e) { echo 'before the start: ', $e->getMessage(), "\n"; }

$safe = Scope::inherit();
$child = Scope::inherit($safe)->asNotSafely();
$z = $safe->spawn(function () { suspend(); suspend(); suspend(); echo "zombie ends\n"; });
$k = $child->spawn(function () { suspend(); suspend(); suspend(); echo "zombie of the child ends\n"; });
suspend();
unset($safe);
var_dump($z->isCancellationRequested(), $k->isCancellationRequested(), $child->isCancelled(), $child->isClosed());
await($z);
await($k);
var_dump($child->isClosed());

$s = new Scope;
$s->spawn(function () { try { suspend(); suspend(); } catch (AsyncCancellation $e) { echo 'replaced: ', $e->getMessage(), "\n"; } });
suspend();
$s = null;
suspend();
echo "done\n";
--EXPECT--
Scope is being disposed due to object destruction
before the start: Scope is being disposed due to object destruction
bool(true)
bool(true)
bool(true)
bool(false)
zombie ends
zombie of the child ends
bool(true)
replaced: Scope is being disposed due to object destruction
done
