--TEST--
FW-6: chains of objects, closures, exceptions and collections are freed and compared however long; destructors run in order
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
memory_limit=512M
--FILE--
<?php
use Async\{Channel, Context, FutureState, Future, Pool, Scope, TaskGroup, TaskSet};
use function Async\{await, spawn, suspend};

class Node
{
    public $next;
    public $n;
    public static $gone = 0;
    public static $order = true;
    public function __construct($next, $n)
    {
        $this->next = $next;
        $this->n = $n;
    }
}
class Loud extends Node
{
    public function __destruct()
    {
        self::$gone++;
        if ($this->n % 1000 === 0) {
            suspend();
        }
    }
}
const LENGTH = 20000;
$chains = [
    'stdClass' => function ($v) { $o = new stdClass; $o->next = $v; return $o; },
    'declared' => fn($v) => new Node($v, 0),
    'closure' => fn($v) => function () use ($v) {},
    'exception' => fn($v) => new Exception('', 0, $v),
    'ArrayObject' => fn($v) => new ArrayObject([$v]),
    'SplObjectStorage' => function ($v) { $s = new SplObjectStorage; $s[$v ?? new stdClass] = 1; return $s; },
    'SplStack' => function ($v) { $s = new SplStack; $s->push($v); return $s; },
    'SplFixedArray' => fn($v) => SplFixedArray::fromArray([$v]),
    'generator' => fn($v) => (function ($v) { yield 1; })($v),
    'cancellation' => fn($v) => new Cancellation('', 0, $v),
    'channel' => function ($v) { $c = new Channel(1); $c->send($v); return $c; },
    'context' => fn($v) => (new Context)->set('next', $v),
    'coroutine' => fn($v) => spawn(fn() => $v),
    'future' => fn($v) => Future::completed($v)->ignore(),
    'future state' => function ($v) { $s = new FutureState; $s->complete($v); (new Future($s))->ignore(); return $s; },
    'task group' => function ($v) { $g = new TaskGroup; $g->spawn(fn() => $v); $g->suppressErrors(); return $g; },
    'task set' => function ($v) { $g = new TaskSet; $g->spawn(fn() => $v); return $g; },
    'pool' => fn($v) => new Pool(fn() => $v ?? 0, min: 1),
];
foreach ($chains as $name => $link) {
    await(spawn(function () use ($link) {
        $v = null;
        for ($i = 0; $i < LENGTH; $i++) {
            $v = $link($v);
            // Coroutines and tasks have to end, so that their functions are gone.
            $i % 100 === 0 and suspend();
        }
        suspend();
        suspend();
        unset($v);
    }));
    echo "$name freed\n";
}
// Destructors suspend on the way, in two coroutines at once.
$two = [];
for ($c = 0; $c < 2; $c++) {
    $two[] = spawn(function () {
        $v = null;
        for ($i = 1; $i <= LENGTH; $i++) {
            $v = new Loud($v, $i);
        }
        unset($v);
    });
}
array_map(fn($c) => await($c), $two);
echo Node::$gone, " destructed\n";

echo await(spawn(function () {
    $make = function ($end) {
        $v = $end;
        for ($i = 0; $i < LENGTH; $i++) {
            $v = new Node($v, $i);
        }
        return $v;
    };
    return json_encode([$make(1) == $make(1), $make(1) == $make(2), $make(1) <=> $make(2)]);
})), "\n";
?>
--EXPECT--
stdClass freed
declared freed
closure freed
exception freed
ArrayObject freed
SplObjectStorage freed
SplStack freed
SplFixedArray freed
generator freed
cancellation freed
channel freed
context freed
coroutine freed
future freed
future state freed
task group freed
task set freed
pool freed
40000 destructed
[true,false,-1]
