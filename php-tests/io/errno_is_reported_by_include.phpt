--TEST--
HK-6: include of a FIFO reports whatever errno is: the error of the call before, not what a successful operation of a stream has met
--DESCRIPTION--
Rules: HK-6
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{spawn, delay};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
$directory = temporary_directory();
posix_mkfifo("$directory/fifo", 0600);
$fifo = fopen("$directory/fifo", 'r+');
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$background = spawn(fn() => delay(1_000));
$operations = [
    'a file of procfs, read' => fn() => file_get_contents('/proc/self/status'),
    'fifo, read' => fn() => [fwrite($fifo, "a\n"), fgets($fifo)],
    'fifo, read after a wait' => fn() => [spawn(fn() => fwrite($fifo, "a\n")), fgets($fifo)],
    'socket, write' => fn() => fwrite($pair[0], "a\n"),
    'socket, read' => fn() => fgets($pair[1]),
    'socket, read after a wait' => fn() => [spawn(fn() => fwrite($pair[0], "a\n")), fgets($pair[1])],
];
foreach ($operations as $name => $operation) {
    $messages = [];
    set_error_handler(function (int $level, string $message) use (&$messages) {
        $messages[] = $message;
        return true;
    });
    opendir("$directory/missing");
    $operation();
    include "$directory/fifo";
    restore_error_handler();
    echo "$name: ", preg_replace('/.*: /', '', $messages[1]), "\n";
}
$background->cancel();
?>
--EXPECT--
a file of procfs, read: No such file or directory
fifo, read: No such file or directory
fifo, read after a wait: No such file or directory
socket, write: No such file or directory
socket, read: No such file or directory
socket, read after a wait: No such file or directory
