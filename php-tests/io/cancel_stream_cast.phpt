--TEST--
Cancelled in the stream_cast() of a wrapper: stream_select() throws the cancellation, not an error of its own
--DESCRIPTION--
Rules: io CX-5, io SEL-8
Order: independent
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Cast
{
    public $context;
    public static int $inside = 0;
    public static ?Closure $cast = null;

    function stream_open($path, $mode, $options, &$opened) { return true; }
    function stream_set_option($option, $first, $second) { return false; }
    function stream_cast($as)
    {
        self::$inside++;
        return (self::$cast)();
    }
}
stream_wrapper_register('cast', Cast::class);

function shown(string $name, Closure $cast, bool $cancel, ?Closure $call = null): void
{
    Cast::$inside = 0;
    Cast::$cast = $cast;
    $call ??= function ($stream) {
        $read = [$stream];
        $none = null;
        return @stream_select($read, $none, $none, 0);
    };
    $coroutine = spawn(fn() => $call(fopen('cast://', 'r')));
    while (!Cast::$inside) {
        suspend();
    }
    if ($cancel) {
        $coroutine->cancel();
    }
    try {
        $result = json_encode(await($coroutine));
    } catch (Throwable $e) {
        $result = get_class($e) . ' after ' . ($e->getPrevious() ? get_class($e->getPrevious()) : 'none');
    }
    echo "$name: $result\n";
}
$waits = function () {
    delay(10_000);
    return STDIN;
};
$caught = function () {
    try {
        delay(10_000);
    } catch (Cancellation $e) {
        throw new ValueError('of the user', 0, $e);
    }
};
shown('cancelled', $waits, true);
shown('cancelled, in two arrays', $waits, true, function ($stream) {
    $read = $write = [$stream];
    $none = null;
    return @stream_select($read, $write, $none, 0);
});
shown('thrown', fn() => throw new RuntimeException(), false);
shown('thrown because cancelled', $caught, true);
shown('a terminal', $waits, true, fn($stream) => stream_isatty($stream));
shown('of a process', $waits, true, fn($stream) => @proc_open(['true'], [$stream], $pipes));
--EXPECT--
cancelled: Async\AsyncCancellation after none
cancelled, in two arrays: Async\AsyncCancellation after none
thrown: ValueError after RuntimeException
thrown because cancelled: ValueError after ValueError
a terminal: Async\AsyncCancellation after none
of a process: Async\AsyncCancellation after none
