--TEST--
FW-6: coroutines suspend on their large stacks, many at once, and keep them; results are not mixed up
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
--FILE--
<?php
use function Async\{await, await_all_or_fail, delay, spawn, suspend};

class Slow
{
    public function __construct(public $name, public $inner = null)
    {
    }
    public function __serialize(): array
    {
        suspend();
        // Also nested: another call of the same function on the same large stack.
        $own = unserialize(serialize(['name' => $this->name]));
        return ['name' => $own['name'], 'inner' => $this->inner];
    }
    public function __unserialize(array $data): void
    {
        suspend();
        [$this->name, $this->inner] = [$data['name'], $data['inner']];
    }
}

class Sleeper
{
    public static $sleeps = false;
    public function __serialize(): array
    {
        self::$sleeps = true;
        delay(60_000);
        return [];
    }
}

$coroutines = [];
for ($c = 0; $c < 50; $c++) {
    $coroutines[] = spawn(function () use ($c) {
        $value = "end of $c";
        for ($i = 0; $i < 400; $i++) {
            $value = $i % 100 === 0 ? new Slow("$c.$i", $value) : [$value];
        }
        $back = unserialize(serialize($value));
        $names = [];
        while (!is_string($back)) {
            if ($back instanceof Slow) {
                $names[] = $back->name;
                $back = $back->inner;
            } else {
                $back = $back[0];
            }
        }
        return implode(' ', $names) . " $back";
    });
}
foreach ($coroutines as $c => $coroutine) {
    $got = await($coroutine);
    if ($got !== "$c.300 $c.200 $c.100 $c.0 end of $c") {
        echo "coroutine $c: $got\n";
    }
}

// One that is cancelled while it waits there unwinds through it, and its stack serves others again.
$victim = spawn(function () {
    try {
        serialize([new Sleeper]);
    } finally {
        echo "unwound\n";
    }
});
while (!Sleeper::$sleeps) suspend();
$victim->cancel();
try {
    await($victim);
} catch (Cancellation $e) {
    echo get_class($e), "\n";
}
echo await(spawn(fn() => strlen(serialize(['x' => [1]])))), "\n";
?>
--EXPECT--
unwound
Async\AsyncCancellation
28
