--TEST--
CH-46: stored values, the exception of the end and the elements of iterators are visible to the collector
--DESCRIPTION--
Rules: CH-45, CH-46
Order: dependent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, spawn, suspend};

class Node
{
    public $other;
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name destroyed\n"; }
}

// The collection runs in a coroutine of its own.
function collect(): void { gc_collect_cycles(); suspend(); suspend(); }

collect();
// A value that refers to its channel; around the edge of the ring.
$ch = new Channel(3);
for ($i = 0; $i < 5; $i++) { $ch->send($i); $ch->recv(); }
foreach (['a', 'b', 'c'] as $name) {
    $node = new Node($name);
    $node->other = $ch;
    $ch->send($node);
}
unset($ch, $node);
collect();
echo "--\n";

// A channel in itself.
$ch = new Channel(1);
$ch->send($ch);
$weak = WeakReference::create($ch);
unset($ch);
collect();
var_dump($weak->get());

// The element that a foreach is at: only the iterator holds it.
$ch = new Channel(1);
$walk = (function () use ($ch) {
    foreach ($ch as $node) {
        $node = null;
        yield;
    }
})();
$node = new Node('element');
$node->other = $walk;
$ch->send($node);
$walk->current();
unset($ch, $walk, $node);
collect();

// The exception of the end has a trace with arguments.
ini_set('zend.exception_ignore_args', 0);
function close(Channel $ch, Node $node) { $ch->close(); }
$ch = new Channel;
$parked = false;
$c = spawn(function () use ($ch, &$parked) { $parked = true; try { $ch->recv(); } catch (ChannelException) {} });
while (!$parked) suspend();
$node = new Node('argument');
$node->other = $ch;
close($ch, $node);
await($c);
unset($ch, $node, $c);
collect();

// A pending future from outside is failed when the cycle goes.
$ch = new Channel(1);
$holder = new Node('holder');
$holder->other = $ch;
$future = $ch->recvAsync();
$cycle = [$ch, $holder];
$holder->other = [&$cycle];
unset($ch, $holder, $cycle);
collect();
try { await($future); } catch (ChannelException $e) { echo $e->getMessage(), "\n"; }

// Nothing that is in use is taken for garbage: a coroutine waits in a channel that only it has.
$c = (function () {
    $ch = new Channel;
    $node = new Node('in use');
    $node->other = $ch;
    $parked = false;
    $c = spawn(function () use ($ch, $node, &$parked) { $parked = true; $ch->recv(); });
    while (!$parked) suspend();
    return $c;
})();
collect();
echo "alive\n";
$c->cancel();
suspend();
unset($c);
collect();
echo "end\n";
--EXPECT--
a destroyed
b destroyed
c destroyed
--
NULL
element destroyed
argument destroyed
holder destroyed
Channel disposed
alive
in use destroyed
end
