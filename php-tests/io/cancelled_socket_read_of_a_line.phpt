--TEST--
CX-6: socket_read() of a line that is cancelled when half of it is there has taken nothing
--DESCRIPTION--
Rules: io CX-6, io SK-1
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

function pair(int $family): array
{
    if ($family === AF_UNIX) {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
        return $pair;
    }
    $listener = socket_create_listen(0);
    socket_getsockname($listener, $address, $port);
    $client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_connect($client, '127.0.0.1', $port);
    return [socket_accept($listener), $client];
}

/** Cancels a call in the middle of a line; then the rest comes, and what calls read is shown. */
function attempt(int $family, array $parts, string $rest, int $length = 2000): string
{
    [$here, $there] = pair($family);
    $reader = spawn(fn() => socket_read($here, $length, PHP_NORMAL_READ));
    foreach ($parts as $part) {
        socket_write($there, $part);
        delay(5);
    }
    $reader->cancel();
    try { return 'not cancelled: ' . json_encode(await($reader)); } catch (AsyncCancellation) {}
    socket_write($there, $rest);
    socket_close($there);
    $read = [];
    while (($line = socket_read($here, $length, PHP_NORMAL_READ)) !== false && $line !== '' && count($read) < 4) {
        $read[] = strlen($line) > 60 ? strlen($line) . md5($line) : $line;
    }
    return json_encode($read);
}

set_error_handler(function ($n, $m) { echo str_contains($m, 'reset') ? '' : "$m\n"; });
$long = str_repeat('0123456789', 50);
foreach (['unix' => AF_UNIX, 'tcp' => AF_INET] as $name => $family) {
    echo "$name\n";
    echo attempt($family, [], "line\nnext\n"), "\n";
    echo attempt($family, ['half'], " a line\nnext\n"), "\n";
    echo attempt($family, ['h', 'a', 'lf'], " a line\rnext\n"), "\n";
    // No end before a line's: PHP looks there at a byte that it has not received, and takes it for a line end if it is one.
    echo attempt($family, ['twelve'], " bytes, no\n", 12), "\n";
    // What ends a call at once: a line that is there, as many bytes as it wants, and the end.
    echo attempt($family, ["a line\nand half"], ''), "\n";
    echo attempt($family, ['twelve bytes'], '', 12), "\n";
}
echo attempt(AF_INET, [$long, 'half'], " a line\nnext\n") === json_encode([strlen($long) + 12 . md5("{$long}half a line\n"), "next\n"])
    ? "whole\n" : "not whole\n";

// A line that is longer than the peer's kernel has room for; one with an end before its line end; one that is sent slowly.
foreach (['unix' => AF_UNIX, 'tcp' => AF_INET] as $name => $family) {
    [$here, $there] = pair($family);
    socket_set_option($there, SOL_SOCKET, SO_SNDBUF, 4096);
    socket_set_option($here, SOL_SOCKET, SO_RCVBUF, 4096);
    $writer = spawn(function () use ($there, $long) {
        for ($i = 0; $i < 100; $i++) {
            socket_write($there, $long);
        }
        socket_write($there, "\nno end");
        socket_close($there);
    });
    $line = socket_read($here, 100_000, PHP_NORMAL_READ);
    echo "$name: ", strlen($line), ' ', $line === str_repeat($long, 100) . "\n" ? 'whole' : 'not whole', ', ';
    echo json_encode(@socket_read($here, 6, PHP_NORMAL_READ)), "\n";
    await($writer);

    [$here, $there] = pair($family);
    $reader = spawn(fn() => socket_read($here, 100, PHP_NORMAL_READ));
    foreach (str_split("by bytes\n") as $byte) {
        delay(1);
        socket_write($there, $byte);
    }
    echo json_encode(await($reader)), "\n";
}

// Each line goes to one reader.
[$here, $there] = pair(AF_UNIX);
$readers = [];
for ($i = 0; $i < 3; $i++) {
    $readers[] = spawn(fn() => socket_read($here, 100, PHP_NORMAL_READ));
}
delay(2);
foreach (["one\n", "two\n", "three\n"] as $line) {
    socket_write($there, $line);
    delay(30);
}
$lines = array_map(await(...), $readers);
sort($lines);
echo json_encode($lines), "\n";

// Time limits of the socket end no line, as in stock PHP.
[$here, $there] = pair(AF_UNIX);
socket_set_option($here, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 5000]);
$reader = spawn(fn() => socket_read($here, 100, PHP_NORMAL_READ));
socket_write($there, 'li');
delay(20);
socket_write($there, "ne\n");
echo json_encode(await($reader)), "\n";
?>
--EXPECT--
unix
["line\n","next\n"]
["half a line\n","next\n"]
["half a line\r","next\n"]
["twelve bytes",", no\n"]
not cancelled: "a line\n"
not cancelled: "twelve bytes"
tcp
["line\n","next\n"]
["half a line\n","next\n"]
["half a line\r","next\n"]
["twelve bytes",", no\n"]
not cancelled: "a line\n"
not cancelled: "twelve bytes"
whole
unix: 50001 whole, "no end"
"by bytes\n"
tcp: 50001 whole, "no end"
"by bytes\n"
["one\n","three\n","two\n"]
"line\n"
