--TEST--
EG-10: guards of properties are whole after exceptions, cancellations and Fibers that leave a __get() in another order
--DESCRIPTION--
Rules: io EG-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Magic
{
    public static int $inside = 0;
    public function __get($name)
    {
        self::$inside++;
        if (str_starts_with($name, 'fiber')) return Fiber::suspend($name);
        if ($name === 'fails') { suspend(); throw new DomainException; }
        for ($i = 0; $i < 50; $i++) suspend();
        return "$name got";
    }
}
$magic = new Magic;
$read = function (string $name) use ($magic) {
    try {
        return $magic->$name;
    } catch (Throwable $e) {
        return get_class($e);
    }
};
$slow = spawn($read, 'x');
$cancelled = spawn($read, 'x');
$fails = spawn($read, 'fails');
while (Magic::$inside < 3) suspend();
$cancelled->cancel();
foreach ([$slow, $cancelled, $fails] as $coroutine) {
    try {
        echo await($coroutine), "\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
}
echo $read('x'), ' ', $read('fails'), "\n";

// Fibers of two coroutines, each resumed by the other one.
$names = ['fiber 1', 'fiber 2', 'fiber 1'];
$fibers = array_map(fn($name) => new Fiber(fn() => $magic->$name), $names);
await(spawn(function () use ($fibers) {
    foreach ($fibers as $fiber) {
        await(spawn(function () use ($fiber) { suspend(); $fiber->start(); suspend(); }));
    }
}));
echo $read('x'), "\n";
await(spawn(function () use ($fibers) {
    foreach ([1, 0, 2] as $i) {
        $fibers[$i]->resume("resumed $i");
        suspend();
        echo $fibers[$i]->getReturn(), "\n";
    }
}));
echo $read('x'), "\n";
--EXPECT--
x got
Async\AsyncCancellation
DomainException
x got DomainException
x got
resumed 1
resumed 0
resumed 2
x got
