--TEST--
IO-1: C code may warn when it runs behind the first function of a coroutine, while what that has left is freed
--DESCRIPTION--
Rules: io IO-1, io CX-4
Order: independent
--FILE--
<?php
use Async\{Future, FutureState, TaskGroup};
use function Async\{await, iterate, spawn, suspend};

$seen = 0;
set_error_handler(function (int $number, string $message) use (&$seen) {
    echo ++$seen, ' ', $message, "\n";
    suspend();
    return true;
});

/** Its filter writes the rest when the stream is closed, which fails. */
$open = function () {
    $file = fopen('/dev/full', 'w');
    stream_filter_append($file, 'convert.base64-encode', STREAM_FILTER_WRITE);
    fwrite($file, 'a');
    return $file;
};
$leaves = function () use ($open) {
    $file = $open();
};

echo "-- plain\n";
$leaves();
echo "-- coroutine\n";
await(spawn($leaves));
echo "-- argument\n";
await(spawn(fn($file) => null, $open()));
echo "-- finally\n";
$coroutine = spawn(fn() => null);
$coroutine->finally($leaves);
await($coroutine);
$told = false;
$coroutine = spawn(fn() => null);
$coroutine->finally(function () use (&$told) { $told = true; });
while (!$told) {
    suspend();
}
echo "-- future\n";
$state = new FutureState();
$mapped = (new Future($state))->map($leaves);
$state->complete(1);
await($mapped);
echo "-- iterate\n";
iterate([1], $leaves);
echo "-- group\n";
$group = new TaskGroup();
$group->spawn($leaves);
await($group->all());
echo "-- collected\n";
await(spawn(function () use ($open) {
    $object = new stdClass();
    $object->self = $object;
    $object->file = $open();
    unset($object);
}));
gc_collect_cycles();
while ($seen < 8) {
    suspend();
}
echo "-- cancelled\n";
$begun = false;
$coroutine = spawn(function () use ($open, &$begun) {
    $file = $open();
    $begun = true;
    while (true) {
        suspend();
    }
});
while (!$begun) {
    suspend();
}
$coroutine->cancel();
try {
    await($coroutine);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
?>
--EXPECT--
-- plain
1 main(): Write of 4 bytes failed with errno=28 No space left on device
-- coroutine
2 main(): Write of 4 bytes failed with errno=28 No space left on device
-- argument
3 main(): Write of 4 bytes failed with errno=28 No space left on device
-- finally
4 main(): Write of 4 bytes failed with errno=28 No space left on device
-- future
5 main(): Write of 4 bytes failed with errno=28 No space left on device
-- iterate
6 main(): Write of 4 bytes failed with errno=28 No space left on device
-- group
7 main(): Write of 4 bytes failed with errno=28 No space left on device
-- collected
8 main(): Write of 4 bytes failed with errno=28 No space left on device
-- cancelled
cancelled
