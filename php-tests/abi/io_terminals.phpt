--TEST--
IO handle: terminals, line by line and raw, until the window or the terminal is closed
--DESCRIPTION--
Rules: ABI-31, ABI-89, ABI-156, ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

/** Handles of the window and of the terminal in it, and their descriptors. */
function terminal(bool $raw = false, int $more = 0): array
{
    [$w, $t] = async_test_tty_pair($raw);
    $state = READABLE | WRITABLE | $more;
    return [async_test_io_create($w, TTY, $state), async_test_io_create($t, TTY, $state), $w, $t];
}

/** So many bytes, in however many pieces. */
function exactly(int $io, int $bytes): string
{
    for ($all = ''; strlen($all) < $bytes;) $all .= async_test_io_read($io, min($bytes - strlen($all), 5000));
    return $all;
}

[$window, $terminal, $w, $t] = terminal();
$settings = async_test_tty_settings($t);
echo preg_replace('/\d+/', 'N', async_test_io_about($terminal)['info']), "\n";

echo "-- a line is input when it is complete, and is echoed\n";
$reader = spawn(fn() => async_test_io_read($terminal, 100));
async_test_io_write($window, 'hel');
delay(2);
echo 'half a line: ', $reader->isCompleted() ? 'read' : 'waits', "\n";
async_test_io_write($window, "lo\n");
echo json_encode(await($reader)), ', echoed ', json_encode(exactly($window, 7)), "\n";

echo "-- output\n";
echo async_test_io_write($terminal, "out\n"), ' ', json_encode(exactly($window, 5)), "\n";
$shown = str_replace("\n", "\r\n", text(100_000));
$reader = spawn(fn() => exactly($window, strlen($shown)));
echo async_test_io_write($terminal, text(100_000)), ' ', await($reader) === $shown ? 'as shown' : 'DIFFERENT', "\n";
async_test_io_writev($terminal, ['one ', '', "two\n"], ZSTR);
echo json_encode(exactly($window, 9)), "\n";

echo "-- multishot: a chunk for each line\n";
$reader = async_test_io_reader($terminal, 100);
async_test_io_write($window, "one\ntwo\nthree\n");
while (async_test_io_reader_state($reader)['chunks'] < 3) delay(1);
delay(2);
echo json_encode(async_test_io_reader_state($reader)['bytes']), ' chunks ', async_test_io_reader_state($reader)['chunks'], "\n";
async_test_io_reader_free($reader);
async_test_io_event($terminal, 'one shot');

echo "-- end of input\n";
async_test_io_write($window, "\x04");
echo json_encode(async_test_io_read($terminal, 100)), ', EOF ', async_test_io_about($terminal)['state'] & EOF ? 'seen' : 'not', "\n";

echo "-- what was not changed\n";
var_dump(async_test_tty_settings($t) === $settings);
foreach ([$w, $t] as $fd) var_dump(async_test_io_descriptor($fd, 'nonblocking'));
finish($window, $terminal);
var_dump(async_test_io_descriptor($w, 'open'), async_test_io_descriptor($t, 'open'));

echo "-- raw, both ways at once\n";
[$window, $terminal, $w, $t] = terminal(true, PRESERVE_FD);
$sent = text(50_000);
$one = spawn(fn() => exactly($window, 50_000));
$other = spawn(fn() => exactly($terminal, 50_000));
$in = spawn(fn() => async_test_io_write($window, $sent));
$out = spawn(fn() => async_test_io_write($terminal, $sent));
echo await($in), ' ', await($out), ' ', await($one) === $sent ? 'the same' : 'DIFFERENT', ' ',
    await($other) === $sent ? 'the same' : 'DIFFERENT', "\n";
finish($window, $terminal);
// A window works on the descriptor itself.
var_dump(async_test_io_descriptor($t, 'open'), async_test_io_descriptor($w, 'open'));
async_test_io_descriptor($t, 'close');

echo "-- the window is closed: the end\n";
[$window, $terminal] = terminal();
$reader = spawn(fn() => async_test_io_read($terminal, 100));
while (async_test_io_about($terminal)['subscribers'] === 0) Async\suspend();
finish($window);
echo json_encode(await($reader)), ', EOF ', async_test_io_about($terminal)['state'] & EOF ? 'seen' : 'not', "\n";
echo attempt(fn() => async_test_io_write($terminal, 'x')), "\n";
finish($terminal);

echo "-- the terminal is closed: what was written, then an error\n";
[$window, $terminal] = terminal();
async_test_io_write($terminal, 'last');
echo exactly($window, 4), "\n";
$reader = spawn(fn() => attempt(fn() => async_test_io_read($window, 100)));
while (async_test_io_about($window)['subscribers'] === 0) Async\suspend();
finish($terminal);
echo await($reader), "\n";
$reader = async_test_io_reader($window, 100);
async_test_io_reader_wait($reader);
echo json_encode(array_slice(async_test_io_reader_state($reader), 1)), "\n";
async_test_io_reader_free($reader);
finish($window);

echo "-- closed under a read\n";
[$window, $terminal] = terminal();
$reader = spawn(fn() => attempt(fn() => async_test_io_read($terminal, 100)));
while (async_test_io_about($terminal)['subscribers'] === 0) Async\suspend();
async_test_io_close($terminal);
echo await($reader), "\n";
finish($window, $terminal);
var_dump(async_test_counts()[0]);
--EXPECT--
IO(type=tty, fd=N)
-- a line is input when it is complete, and is echoed
half a line: waits
"hello\n", echoed "hello\r\n"
-- output
4 "out\r\n"
100000 as shown
"one two\r\n"
-- multishot: a chunk for each line
"one\ntwo\nthree\n" chunks 3
-- end of input
"", EOF seen
-- what was not changed
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
-- raw, both ways at once
50000 50000 the same the same
bool(true)
bool(false)
-- the window is closed: the end
"", EOF seen
Async\InputOutputException: Failed to write: Input/output error (os error 5)
-- the terminal is closed: what was written, then an error
last
Async\InputOutputException: Failed to read: Input/output error (os error 5)
{"chunks":0,"completed":true,"transferred":-1,"eof":false,"io_closed":false,"exception":"Async\\InputOutputException"}
-- closed under a read
Async\InputOutputException: Stream was closed
int(0)
