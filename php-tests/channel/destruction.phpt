--TEST--
CH-45: destroying the object fails futures and listeners and releases the values; a waiting coroutine keeps the object
--DESCRIPTION--
Rules: CH-20, CH-44, CH-45
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, spawn, suspend};

class Value
{
    public function __construct(public string $name, private ?Closure $do = null) {}
    public function __destruct() { echo "$this->name destroyed\n"; if ($this->do) ($this->do)(); }
}

$ch = new Channel(3);
[$a, $b] = [$ch->recvAsync(), $ch->recvAsync()];
$caught = $b->catch(function (ChannelException $e) { return 'catch: ' . $e->getMessage() . "\n"; });
$waiting = spawn(function () use ($a) {
    try { await($a); } catch (ChannelException $e) { echo 'await: ', $e->getMessage(), "\n"; return $e; }
});
suspend();
unset($ch);
$e = await($waiting);
echo await($caught);
try { await($b); } catch (ChannelException $other) { var_dump($e === $other, $e->reason); }

$ch = new Channel(3);
foreach (['one', 'two', 'three'] as $name) $ch->send(new Value($name));
unset($ch);
echo "--\n";

// Values whose destructors throw, suspend, and look for the channel.
$ch = new Channel(4);
$weak = WeakReference::create($ch);
$ch->send(new Value('throws', fn() => throw new LogicException('first')));
$ch->send(new Value('throws too', fn() => throw new LogicException('second')));
$ch->send(new Value('suspends', function () { suspend(); echo "resumed\n"; }));
$ch->send(new Value('looks', function () use ($weak) { var_dump($weak->get()?->isClosed(), $weak->get()?->sendAsync(1)); }));
try {
    unset($ch);
} catch (LogicException $e) {
    echo $e->getMessage(), ', previous ', $e->getPrevious()?->getMessage(), "\n";
}
var_dump($weak->get());

// A coroutine that waits keeps the channel.
$receiver = (function () {
    $ch = new Channel;
    $parked = false;
    $receiver = spawn(function () use ($ch, &$parked) { $parked = true; return $ch->recv(); });
    while (!$parked) suspend();
    return $receiver;
})();
gc_collect_cycles();
suspend();
echo $receiver->isCompleted() ? 'ended' : 'still waiting', "\n";
$receiver->cancel();

// Assigned over while it is iterated.
$ch = new Channel(3);
foreach ([1, 2, 3] as $i) $ch->send($i);
$ch->close();
foreach ($ch as $v) { $ch = null; echo $v; }
echo "\n";
--EXPECT--
await: Channel disposed
catch: Channel disposed
bool(true)
enum(Async\ChannelCloseReason::DISPOSED)
one destroyed
two destroyed
three destroyed
--
throws destroyed
throws too destroyed
suspends destroyed
resumed
looks destroyed
bool(true)
bool(false)
second, previous first
NULL
still waiting
123
