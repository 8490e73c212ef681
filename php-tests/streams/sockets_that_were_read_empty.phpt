--TEST--
HK-3: a socket that was read empty: whatever comes next, however it is asked for, is there
--DESCRIPTION--
Rules: io HK-3, io W-1
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/../lib/watchdog.php';
watchdog();

/** As many bytes, in as many pieces as they come in. */
function take($stream, int $bytes): string
{
    for ($text = ''; strlen($text) < $bytes && ($part = fread($stream, $bytes - strlen($text))) !== '' && $part !== false; $text .= $part);
    return $text;
}

/** Two ends of a TCP connection; the first one was waited for, and then read empty. */
function emptied(): array
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $peer = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    $stream = stream_socket_accept($listener);
    for ($i = 0; $i < 2; $i++) {
        $reader = spawn(take(...), $stream, 5);
        suspend();
        fwrite($peer, 'first');
        if (await($reader) !== 'first') echo "wrong\n";
        // It asks for more than there is.
        $reader = spawn(fread(...), $stream, 100);
        suspend();
        fwrite($peer, '.');
        if (await($reader) !== '.') echo "wrong\n";
    }
    return [$stream, $peer];
}

[$stream, $peer] = emptied();
fwrite($peer, 'blocking');
var_dump(take($stream, 8));

[$stream, $peer] = emptied();
fwrite($peer, 'without blocking');
stream_set_blocking($stream, false);
var_dump(take($stream, 16));
var_dump(fread($stream, 100));

[$stream, $peer] = emptied();
fwrite($peer, 'without time');
stream_set_timeout($stream, 0);
// Simulation may find nothing the first time.
for ($text = '', $try = 0; $try < 20 && strlen($text) < 12; $try++) $text .= fread($stream, 12 - strlen($text));
var_dump($text);

[$stream, $peer] = emptied();
stream_set_timeout($stream, 0, 1000);
var_dump(fread($stream, 100), stream_get_meta_data($stream)['timed_out']);
fwrite($peer, 'after a time limit');
stream_set_timeout($stream, 10);
var_dump(take($stream, 18));

[$stream, $peer] = emptied();
fwrite($peer, 'selected');
$read = [$stream];
$write = $except = [];
var_dump(stream_select($read, $write, $except, 10), take($stream, 8));

[$stream, $peer] = emptied();
fwrite($peer, 'with its end');
fclose($peer);
var_dump(take($stream, 12), fread($stream, 100), feof($stream));

[$stream, $peer] = emptied();
stream_socket_shutdown($stream, STREAM_SHUT_RD);
var_dump(fread($stream, 100), feof($stream));

[$stream, $peer] = emptied();
$reader = spawn(fn() => fgets($stream) . fgets($stream));
fwrite($peer, "one\n");
suspend();
fwrite($peer, "two\n");
var_dump(await($reader));

// A read ends at the mark of urgent data, although there is more.
[$stream, $peer] = emptied();
stream_socket_sendto($peer, 'before');
stream_socket_sendto($peer, '!', STREAM_OOB);
stream_socket_sendto($peer, 'behind');
var_dump(take($stream, 12));

// The same while another coroutine waits for something else, and with a short time limit.
[$stream, $peer] = emptied();
stream_set_blocking($stream, false);
while (@fwrite($stream, str_repeat('x', 1 << 16)));
stream_set_blocking($stream, true);
$other = spawn(function () use ($stream) {
    $read = $except = [];
    $write = [$stream];
    return stream_select($read, $write, $except, 20);
});
for ($i = 0; $i < 20; $i++) suspend();
stream_socket_sendto($peer, 'before');
stream_socket_sendto($peer, '!', STREAM_OOB);
stream_socket_sendto($peer, 'behind');
delay(5);
var_dump(take($stream, 12));
$other->cancel();

[$stream, $peer] = emptied();
stream_set_timeout($stream, 0, 1000);
stream_socket_sendto($peer, 'before');
stream_socket_sendto($peer, '!', STREAM_OOB);
stream_socket_sendto($peer, 'behind');
delay(5);
for ($text = '', $try = 0; $try < 20 && strlen($text) < 12; $try++) $text .= fread($stream, 12 - strlen($text));
var_dump($text);

// What ext/sockets takes is gone, what it leaves is there.
[$stream, $peer] = emptied();
fwrite($peer, 'taken or left');
$socket = socket_import_stream($stream);
socket_recv($socket, $taken, 6, MSG_WAITALL);
var_dump($taken, take($stream, 7));

// A number is used again.
for ($i = 0; $i < 3; $i++) {
    [$stream, $peer] = emptied();
    fclose($stream);
    fclose($peer);
}
echo "done\n";
?>
--EXPECT--
string(8) "blocking"
string(16) "without blocking"
string(0) ""
string(12) "without time"
bool(false)
bool(true)
string(18) "after a time limit"
int(1)
string(8) "selected"
string(12) "with its end"
string(0) ""
bool(true)
string(0) ""
bool(true)
string(8) "one
two
"
string(12) "beforebehind"
string(12) "beforebehind"
string(12) "beforebehind"
string(6) "taken "
string(7) "or left"
done
