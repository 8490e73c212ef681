--TEST--
fread() and fgets() of a socket that was read empty wait before they make room for what they read, and are what they are otherwise
--DESCRIPTION--
Rules: io SO-4, io HK-3, io SO-6, io CX-6, io ST-3
--FILE--
<?php
use function Async\{spawn, await, await_all, suspend, delay};

require __DIR__ . '/../lib/watchdog.php';
watchdog();

$server = stream_socket_server('tcp://127.0.0.1:0');
$address = 'tcp://' . stream_socket_get_name($server, false);
/** A socket that was read empty by a coroutine that had to wait, and its peer. */
$pair = function () use ($server, $address): array {
    $here = stream_socket_client($address);
    $there = stream_socket_accept($server);
    $reader = spawn(fn() => fread($here, 8192));
    suspend();
    suspend();
    fwrite($there, 'first');
    if (await($reader) !== 'first') echo "first: wrong\n";
    return [$here, $there];
};
/** What a coroutine gets that waits when `$meanwhile` is called. */
$waits = function (callable $read, callable $meanwhile) use ($pair): mixed {
    [$here, $there] = $pair();
    $reader = spawn(function () use ($read, $here) {
        try {
            return $read($here);
        } catch (Throwable $e) {
            return get_class($e) . ': ' . $e->getMessage();
        }
    });
    for ($turns = 0; $turns < 5; $turns++) suspend();
    $meanwhile($there, $here, $reader);
    return await($reader);
};
$show = fn(mixed $result) => print(json_encode($result) . "\n");

echo "-- room\n";
const READERS = 20;
$pairs = $readers = [];
for ($i = 0; $i < READERS; $i++) $pairs[] = $pair();
$before = memory_get_usage();
foreach ($pairs as [$here]) $readers[] = spawn(fn() => strlen(fread($here, 4 << 20)));
for ($turns = 0; $turns < 5; $turns++) suspend();
echo memory_get_usage() - $before < 4 << 20 ? "not made yet\n" : "made\n";
foreach ($pairs as [, $there]) fwrite($there, 'data');
echo array_sum(await_all($readers)[0]) === 4 * READERS ? "all read\n" : "lost\n";

echo "-- data\n";
$show($waits(fn($s) => fread($s, 100), fn($there) => fwrite($there, 'data')));
$show($waits(fn($s) => fgets($s), fn($there) => fwrite($there, "line\nrest")));
$show($waits(fn($s) => fgets($s) . fgets($s), function ($there) {
    fwrite($there, 'a li');
    delay(2);
    fwrite($there, "ne\nand another\n");
}));
echo "-- the end\n";
$show($waits(fn($s) => [fread($s, 100), feof($s)], fn($there) => stream_socket_shutdown($there, STREAM_SHUT_WR)));
$show($waits(fn($s) => [fgets($s), feof($s)], fn($there) => stream_socket_shutdown($there, STREAM_SHUT_WR)));
echo "-- closed by another coroutine\n";
$show($waits(fn($s) => fread($s, 100), fn($there, $here) => fclose($here)));
$show($waits(fn($s) => fgets($s), fn($there, $here) => fclose($here)));
$show($waits(fn($s) => fread($s, 100), function ($there, $here) {
    fwrite($there, 'too late');
    fclose($here);
}));
echo "-- time limit\n";
$limited = fn(callable $read) => function ($s) use ($read) {
    stream_set_timeout($s, 0, 20_000);
    $began = hrtime(true);
    return [$read($s), stream_get_meta_data($s)['timed_out'], hrtime(true) - $began >= 19_000_000];
};
$nothing = fn() => null;
$show($waits($limited(fn($s) => fread($s, 100)), $nothing));
$show($waits($limited(fn($s) => fgets($s)), $nothing));
$show($waits(function ($s) use ($limited) {
    $result = $limited(fn($s) => fread($s, 100))($s);
    stream_set_timeout($s, 60);
    return [$result, fread($s, 100)];
}, fn($there) => delay(40) ?? fwrite($there, 'afterwards')));
echo "-- cancelled\n";
$cancel = fn($there, $here, $reader) => $reader->cancel(new Async\AsyncCancellation('enough'));
$show($waits(fn($s) => fread($s, 100), $cancel));
[$here, $there] = $pair();
$reader = spawn(fn() => fread($here, 100));
for ($turns = 0; $turns < 5; $turns++) suspend();
$reader->cancel();
try { await($reader); } catch (Async\AsyncCancellation) {}
fwrite($there, 'is still there');
$show(await(spawn(fn() => fread($here, 100))));
echo "-- non-blocking meanwhile\n";
$show($waits(fn($s) => fread($s, 100), function ($there, $here) {
    stream_set_blocking($here, false);
    fwrite($there, 'comes all the same');
}));
echo "-- arguments\n";
[$here, $there] = $pair();
$show(await(spawn(function () use ($here) {
    $errors = [];
    foreach ([fn() => fread($here, 0), fn() => fread($here, -1), fn() => fread($here), fn() => fgets($here, 0), fn() => fgets($here, 1),
        fn() => fread($here, 'many')] as $call) {
        try {
            $errors[] = $call();
        } catch (Throwable $e) {
            $errors[] = $e->getMessage();
        }
    }
    return $errors;
})));
echo "-- one after the other\n";
[$here, $there] = $pair();
$readers = array_map(fn() => spawn(fn() => fgets($here)), range(1, 3));
for ($turns = 0; $turns < 5; $turns++) suspend();
foreach (['one', 'two', 'three'] as $line) fwrite($there, "$line\n");
$lines = await_all($readers)[0];
sort($lines);
$show($lines);
--EXPECT--
-- room
not made yet
all read
-- data
"data"
"line\n"
"a line\nand another\n"
-- the end
["",true]
[false,true]
-- closed by another coroutine
false
false
false
-- time limit
[false,true,true]
[false,true,true]
[[false,true,true],"afterwards"]
-- cancelled
"Async\\AsyncCancellation: enough"
"is still there"
-- non-blocking meanwhile
"comes all the same"
-- arguments
["fread(): Argument #2 ($length) must be greater than 0","fread(): Argument #2 ($length) must be greater than 0","fread() expects exactly 2 arguments, 1 given","fgets(): Argument #2 ($length) must be greater than 0",false,"fread(): Argument #2 ($length) must be of type int, string given"]
-- one after the other
["one\n","three\n","two\n"]
