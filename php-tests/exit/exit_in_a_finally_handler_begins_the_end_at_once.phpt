--TEST--
SH-14: exit in a finally handler cancels all coroutines at once, also other handlers that wait; those that have not begun run
--DESCRIPTION--
Rules: SH-14, SH-21, SH-22, CO-34, SC-61
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use function Async\{spawn, suspend, await, delay};

function waits(string $name): Closure
{
    return function () use ($name) {
        try {
            delay(100_000);
        } catch (Async\AsyncCancellation $e) {
            echo "$name: ", $e->getMessage(), "\n";
            throw $e;
        }
    };
}
$owner = OWNER;
spawn(waits('coroutine'));
$owner->finally(waits('handler before'));
$owner->finally(function () { suspend(); echo "exit\n"; exit(7); });
$owner->finally(waits('handler after, begun'));
if ($owner instanceof Async\Scope) { suspend(); $owner->dispose(); } else { await($owner); }
waits('main')();
PHP;
foreach (['spawn(fn() => 1)', 'new Async\Scope'] as $owner) {
    echo "-- $owner\n";
    print_child(child_php(str_replace('OWNER', $owner, $code)));
}
echo "-- the handlers after it in the same coroutine\n";
print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, delay};
$c = spawn(fn() => 1);
$c->finally(function () { echo "exit\n"; exit(8); });
$c->finally(function () { delay(5); echo "waited\n"; throw new Exception('reported'); });
$c->finally(function () { echo "last\n"; });
try { await($c); } catch (Async\AsyncCancellation $e) { echo 'main: ', $e->getMessage(), "\n"; throw $e; }
PHP));
--EXPECTF--
-- spawn(fn() => 1)
exit
main: Graceful shutdown
coroutine: Graceful shutdown
handler before: Graceful shutdown
handler after, begun: Graceful shutdown
[status 7]
-- new Async\Scope
exit
main: Graceful shutdown
coroutine: Graceful shutdown
handler before: Graceful shutdown
handler after, begun: Graceful shutdown
[status 7]
-- the handlers after it in the same coroutine
exit
last
main: Graceful shutdown
waited

Fatal error: Uncaught Exception: reported in child.php:5
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\Coroutine))
#1 {main}
  thrown in child.php on line 5
[status 255]
