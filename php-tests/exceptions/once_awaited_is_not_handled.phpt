--TEST--
EH-3: to have been awaited once silences the dropped handle, but not the scope chain nor a failure that nothing can ask for
--DESCRIPTION--
Rules: EH-3, EH-4, EH-6, AA-4, EH-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, await_any_or_fail, timeout};
use Async\{Scope, OperationCanceledException};

$failing = fn(int $turns, string $m) => function () use ($turns, $m) { while ($turns-- > 0) suspend(); throw new Exception($m); };
$done = spawn(fn() => 1);
await($done);

// The handler of the scope gets it.
$s = new Scope;
$s->setExceptionHandler(fn($s, $c, $e) => print "handler: {$e->getMessage()}\n");
$c = $s->spawn($failing(2, 'in a scope'));
try { await($c, $done); } catch (OperationCanceledException) { echo "abandoned\n"; }
suspend(); suspend(); suspend();
unset($c);

// Flagged although the call failed at once; by await, await_* and as a token.
$awaited = spawn($failing(1, 'awaited with a complete token'));
try { await($awaited, $done); } catch (OperationCanceledException) {}
$token = spawn($failing(1, 'token'));
await($done, $token);
$many = spawn($failing(1, 'token of many'));
await_any_or_fail([$done], $many);
$item = spawn($failing(1, 'item after the goal'));
await_any_or_fail([$done, $item]);
suspend(); suspend(); suspend();
foreach (['awaited', 'token', 'many', 'item'] as $name) {
    echo $$name->getException()->getMessage(), "\n";
    unset($$name);
}
// Not flagged: passed to nothing.
$c = spawn($failing(0, 'never passed to anything'));
suspend();
try { unset($c); } catch (Exception $e) { echo 'dropped: ', $e->getMessage(), "\n"; }

// It is not held when it fails: it surfaces.
(function () use ($failing, $done) { try { await(spawn($failing(1, 'surfaces')), $done); } catch (OperationCanceledException) {} })();
suspend(); suspend(); suspend();
echo "not reached\n";
--EXPECTF--
abandoned
handler: in a scope
awaited with a complete token
token
token of many
item after the goal
dropped: never passed to anything

Fatal error: Uncaught Exception: surfaces in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
