--TEST--
FW-4: a function of C that FFI calls is not left: suspending in its callback is an error, blocking calls block
--DESCRIPTION--
Rules: io FW-4, SU-5
Order: dependent
--EXTENSIONS--
ffi
--INI--
ffi.enable=1
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$c = FFI::cdef('
    void qsort(void *base, size_t count, size_t size, int (*compare)(const int *, const int *));
    int (*signal(int number, int (*handler)(int)))(int);
');
$numbers = $c->new('int[3]');
[$numbers[0], $numbers[1], $numbers[2]] = [3, 1, 2];
$ticks = 0;
$ticker = spawn(function () use (&$ticks) {
    while (true) {
        $ticks++;
        delay(1);
    }
});
await(spawn(function () use ($c, $numbers, &$ticks) {
    delay(2);
    $before = $ticks;
    $errors = [];
    $c->qsort($numbers, 3, 4, function ($a, $b) use (&$errors) {
        usleep(3_000);
        try {
            suspend();
        } catch (Async\AsyncException $e) {
            $errors[] = $e->getMessage();
        }
        return $a[0] <=> $b[0];
    });
    echo $numbers[0], $numbers[1], $numbers[2], "\n", implode("\n", array_unique($errors)), "\n";
    echo $ticks === $before ? "nobody ran meanwhile\n" : "others ran\n";
    delay(2);
    echo $ticks > $before ? "then the others\n" : "nobody\n";
}));
$ticker->cancel();
--EXPECT--
123
Cannot suspend a coroutine while a file is being compiled, output is being written, or a function of an extension runs that must not be left (async.io_modules_blocking)
nobody ran meanwhile
then the others
