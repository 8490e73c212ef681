--TEST--
EXE-5: a command that is started while a call waits does not get the file that the call has opened: no FIFO stays open, and no lock
--DESCRIPTION--
Rules: io EXE-5, io IO-14, io FL-1
Order: independent in real time
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
use function Async\{await, spawn, delay};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$dir = make_temporary_directory();

/** @return array{resource, list<string>} a command that runs for a while, and which files of the test it has open */
function command(string $dir): array
{
    $nothing = [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']];
    $process = proc_open(['sleep', '300'], $nothing, $pipes);
    $pid = proc_get_status($process)['pid'];
    while (!str_starts_with((string) file_get_contents("/proc/$pid/cmdline"), "sleep\0")) delay(1);
    $files = array_map(fn($number) => (string) @readlink("/proc/$pid/fd/$number"), scandir("/proc/$pid/fd"));
    return [$process, array_values(array_map(basename(...), preg_grep('~^' . preg_quote($dir) . '/~', $files)))];
}

function end_of(array $command): void
{
    proc_terminate($command[0], SIGKILL);
    proc_close($command[0]);
}

function is_open(string $file): bool
{
    foreach (scandir('/proc/self/fd') as $number) {
        if (@readlink("/proc/self/fd/$number") === $file) return true;
    }
    return false;
}

// One that waits for what it is to write.
posix_mkfifo($fifo = "$dir/written", 0600);
[$source, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$writing = spawn(fn() => file_put_contents($fifo, $source));
$reader = fopen($fifo, 'r');
while (!is_open($fifo)) delay(1);
delay(10);
$command = command($dir);
fwrite($end, 'hello');
stream_socket_shutdown($end, STREAM_SHUT_WR); // The command has it, too.
var_dump(await($writing), stream_get_contents($reader));
fclose($reader);
end_of($command);

// One that waits for a lock.
$holder = fopen("$dir/locked", 'c');
flock($holder, LOCK_EX);
$writing = spawn(fn() => file_put_contents("$dir/locked", 'text', LOCK_EX));
delay(10);
$command = command($dir);
// What PHP code has opened it has, as in stock PHP.
echo json_encode($command[1]), "\n";
fclose($holder);
end_of($command);
$holder = fopen("$dir/locked", 'ce');
var_dump(await($writing));
flock($holder, LOCK_EX);
$writing = spawn(fn() => file_put_contents("$dir/locked", 'text', LOCK_EX));
delay(10);
$command = command($dir);
fclose($holder);
var_dump(await($writing), flock(fopen("$dir/locked", 'ce'), LOCK_EX | LOCK_NB));
end_of($command);

// Those that wait for what they read.
posix_mkfifo($fifo = "$dir/read", 0600);
$calls = [
    'file_get_contents' => fn() => file_get_contents($fifo),
    'file' => fn() => file($fifo),
    'readfile' => fn() => readfile($fifo),
    'copy' => fn() => copy($fifo, "$dir/copy"),
];
foreach ($calls as $name => $call) {
    $reading = spawn($call);
    $writer = fopen($fifo, 'we');
    delay(10);
    $command = command($dir);
    fwrite($writer, "text\n");
    fclose($writer);
    echo "$name: ", json_encode(await($reading)), ', the command has ', json_encode($command[1]), "\n";
    end_of($command);
}
readfile("$dir/copy");
remove_tree($dir);
?>
--EXPECT--
int(5)
string(5) "hello"
["locked"]
int(4)
int(4)
bool(true)
file_get_contents: "text\n", the command has []
file: ["text\n"], the command has []
readfile: text
5, the command has []
copy: true, the command has []
text
