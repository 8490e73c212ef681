--TEST--
EG-10: while a __get(), __set(), __isset() or __unset() is suspended, other coroutines reach the same property of the same object
--DESCRIPTION--
Rules: io EG-10, SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Magic
{
    public array $done = [];
    public function __get($name) { suspend(); suspend(); return "$name got"; }
    public function __set($name, $value) { suspend(); suspend(); $this->done[] = "$name = $value"; }
    public function __isset($name) { suspend(); suspend(); return true; }
    public function __unset($name) { suspend(); suspend(); $this->done[] = "$name unset"; }
}
function several(callable $each, int $count = 20): array
{
    $coroutines = array_map(fn($i) => spawn($each, $i), range(1, $count));
    return array_map(fn($coroutine) => await($coroutine), $coroutines);
}
$magic = new Magic;
echo json_encode(array_count_values(several(fn() => $magic->x))), "\n";
echo json_encode(array_count_values(several(fn($i) => $magic->{'p' . $i % 3}))), "\n";
echo json_encode(array_count_values(several(fn() => $magic->x ?? 'default'))), "\n";
echo json_encode(array_count_values(several(fn() => isset($magic->x) ? 'set' : 'not set'))), "\n";
echo json_encode(array_count_values(several(fn() => empty($magic->x) ? 'empty' : 'not empty'))), "\n";
several(function ($i) use ($magic) { $magic->{'p' . $i % 2} = 1; });
several(function () use ($magic) { unset($magic->p); });
several(function () use ($magic) { $magic->y .= '!'; }, 3);
$counts = array_count_values($magic->done);
ksort($counts);
echo json_encode($counts), ' ', json_encode(array_keys(get_object_vars($magic))), "\n";

// All ways at once, on the same name.
$mixed = new Magic;
$ways = [
    fn() => $mixed->x,
    function () use ($mixed) { $mixed->x = 2; return 'set'; },
    fn() => isset($mixed->x) ? 'isset' : 'wrong',
    function () use ($mixed) { unset($mixed->x); return 'unset'; },
];
echo json_encode(array_count_values(several(fn($i) => $ways[$i % 4](), 40))), ' ', json_encode(array_keys(get_object_vars($mixed))), "\n";

// Inside, they still end a recursion; an object may go meanwhile.
final class Inner
{
    public function __get($name)
    {
        suspend();
        return $name === 'stop' ? 'end' : "$name: " . json_encode(@$this->$name) . $this->stop;
    }
    public function __destruct() { echo 'destructed '; }
}
$inner = new Inner;
echo json_encode(array_count_values(several(fn() => $inner->x))), "\n";
$gone = spawn(fn() => (new Inner)->y);
unset($inner);
echo await($gone), "\n";
--EXPECT--
{"x got":20}
{"p1 got":7,"p2 got":7,"p0 got":6}
{"x got":20}
{"set":20}
{"not empty":20}
{"p unset":20,"p0 = 1":10,"p1 = 1":10,"y = y got!":3} ["done"]
{"set":10,"isset":10,"unset":10,"x got":10} ["done"]
{"x: nullend":20}
destructed destructed y: nullend
