--TEST--
Coroutines that give an SplFixedArray another size take turns: nothing is lost while a destructor of an element waits
--DESCRIPTION--
Rules: io FW-2
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn};

class Element
{
    static int $destroying = 0;
    function __destruct() { self::$destroying++; delay(2); }
}
class Own extends SplFixedArray {}
function filled(string $class = SplFixedArray::class, int $size = 3): SplFixedArray
{
    Element::$destroying = 0;
    $array = new $class($size);
    for ($i = 0; $i < $size; $i++) $array[$i] = new Element;
    return $array;
}
function begun(Closure $body): Async\Coroutine
{
    $coroutine = spawn($body);
    while (!Element::$destroying) delay(1);
    return $coroutine;
}

foreach ([SplFixedArray::class, Own::class] as $class) {
    foreach ([[0, 10], [0, 0], [1, 10], [2, 1], [1, 0]] as [$first, $second]) {
        $array = filled($class);
        $a = begun(fn() => $array->setSize($first));
        $early = $array->setSize($second);
        if ($second > 5) $array[5] = 'kept';
        await($a);
        echo $array->getSize(), $second > 5 ? ' ' . $array[5] : '', ', ', Element::$destroying, " destroyed\n";
        unset($array, $a);
    }
}

echo "-- a destructor that does it\n";
class Again { function __construct(public $array) {} function __destruct() { $this->array->get()?->setSize(4); echo "again\n"; } }
$array = new SplFixedArray(2);
$array[1] = new Again(WeakReference::create($array));
$array->setSize(1);

echo "-- cancelled while it waits for its turn\n";
$array = filled();
$a = begun(fn() => $array->setSize(0));
$b = spawn(fn() => $array->setSize(10));
delay(1);
$b->cancel();
try { await($b); } catch (AsyncCancellation) { echo "cancelled\n"; }
await($a);
echo $array->getSize(), "\n";
--EXPECT--
10 kept, 3 destroyed
0, 3 destroyed
10 kept, 2 destroyed
1, 2 destroyed
0, 3 destroyed
10 kept, 3 destroyed
0, 3 destroyed
10 kept, 2 destroyed
1, 2 destroyed
0, 3 destroyed
-- a destructor that does it
again
-- cancelled while it waits for its turn
cancelled
0
