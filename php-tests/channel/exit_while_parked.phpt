--TEST--
CH-47: exit() while coroutines are parked in channels lets each of them unwind
--DESCRIPTION--
Rules: CH-24, CH-26, CH-47
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
use Async\{Channel, Scope};
use function Async\{await, delay, spawn, suspend};

class Value
{
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name destroyed\n"; }
}

$ch = new Channel;
$full = new Channel(1);
$full->send(new Value('stored'));
foreach (['receiver' => fn() => $ch->recv(), 'loop' => function () use ($ch) {
    foreach ($ch as $v);
}, 'sender' => fn() => $full->send(new Value('sent'))] as $who => $wait) {
    spawn(function () use ($who, $wait) {
        try {
            $wait();
        } catch (Throwable $e) {
            echo "$who: ", get_class($e), "\n";
        } finally {
            echo "$who unwinds\n";
        }
    });
}
suspend();
PHP;
run_children($head, [
    'in main' => 'spawn(fn() => [delay(1), $ch->send(1), $ch->send(2), $full->recv(), $ch->close()]); exit(3);',
    'in a coroutine' => 'spawn(fn() => exit(3)); delay(60_000);',
    'in a loop over a channel' => '$other = new Channel(1); $other->send(1); '
        . 'spawn(function () use ($other) { foreach ($other as $v) exit(3); }); delay(60_000);',
    'in a destructor of a discarded value' => <<<'PHP'
        class Exits { public function __destruct() { exit(3); } }
        $other = new Channel;
        $other->sendAsync(new Exits);
        spawn(function () use ($other) { $other->close(); echo "never\n"; });
        delay(60_000);
        PHP,
]);
--EXPECT--
-- in main
receiver unwinds
stored destroyed
loop unwinds
sender unwinds
sent destroyed
[status 3]
-- in a coroutine
receiver: Async\AsyncCancellation
receiver unwinds
loop: Async\AsyncCancellation
loop unwinds
sent destroyed
sender: Async\AsyncCancellation
sender unwinds
stored destroyed
[status 3]
-- in a loop over a channel
receiver: Async\AsyncCancellation
receiver unwinds
loop: Async\AsyncCancellation
loop unwinds
sent destroyed
sender: Async\AsyncCancellation
sender unwinds
stored destroyed
[status 3]
-- in a destructor of a discarded value
receiver: Async\AsyncCancellation
receiver unwinds
loop: Async\AsyncCancellation
loop unwinds
sent destroyed
sender: Async\AsyncCancellation
sender unwinds
stored destroyed
[status 3]
