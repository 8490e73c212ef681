--TEST--
CO-35, CO-36: the scope's handler gets what the body threw, then what its finally handlers threw; an awaited body only the latter
--DESCRIPTION--
Rules: CO-35, CO-36, EH-1, EH-10
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, current_coroutine};
use Async\{Scope, Coroutine, CompositeException};

$s = new Scope;
$s->setExceptionHandler(function (Scope $x, Coroutine $c, Throwable $e) use ($s, &$body) {
    echo $e instanceof CompositeException ? 'composite '
        . implode(',', array_map(fn($p) => $p->getMessage(), $e->getExceptions())) : $e->getMessage();
    // The coroutine argument is the one that failed: the body's, then the internal one of the handlers.
    echo ', ', $c === $body ? 'of the body' : 'of the handlers', ', ', var_export($x === $s, true), "\n";
});
$make = function (array $names) use ($s, &$body) {
    $body = $s->spawn(fn() => throw new Exception('E0'));
    foreach ($names as $name) $body->finally(function () use ($name) { echo strtolower($name), "\n"; throw new RuntimeException($name); });
    return $body;
};
echo "- nobody awaits\n";
$make(['F1', 'F2', 'F3']);
suspend(); suspend();
echo "- awaited\n";
try { await($make(['F1', 'F2', 'F3'])); } catch (Exception $e) { echo "await throws ", $e->getMessage(), "\n"; }
suspend();
echo "- one\n";
try { await($make(['F1'])); } catch (Exception $e) { echo "await throws ", $e->getMessage(), "\n"; }
suspend();
var_dump($s->isCancelled(), $s->isFinished());
--EXPECT--
- nobody awaits
E0, of the body, true
f1
f2
f3
composite F1,F2,F3, of the handlers, true
- awaited
f1
f2
f3
composite F1,F2,F3, of the handlers, true
await throws E0
- one
f1
F1, of the handlers, true
await throws E0
bool(false)
bool(true)
