--TEST--
FW-5, EG-9: lines of PHP's log are whole and none is lost, also when the log is a full pipe; error_log() to a stream of its own suspends
--DESCRIPTION--
Rules: io FW-5, io EG-9
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/at_once.php';
require __DIR__ . '/../lib/temporary.php';

$dir = temporary_directory();
posix_mkfifo("$dir/log", 0600);
// A reader that is slow at first.
$reader = proc_open(['timeout', '120', 'sh', '-c', 'sleep 0.1; exec cat'], [['file', "$dir/log", 'r+'], ['file', "$dir/out", 'w']], $pipes);
$open = fopen("$dir/log", 'r+');
ini_set('error_log', "$dir/log");
ini_set('log_errors', 1);
ini_set('display_errors', 0);
ini_set('log_errors_max_len', 0);
$ways = [
    fn(string $line) => error_log($line),
    fn(string $line) => trigger_error($line, E_USER_WARNING),
    // Handed back by the handler.
    function (string $line) {
        set_error_handler(function () { suspend(); return false; });
        trigger_error($line);
        restore_error_handler();
    },
    fn(string $line) => error_log($line, 0),
];
$coroutines = [];
foreach ($ways as $i => $way) {
    $coroutines[] = spawn(function () use ($i, $way) {
        for ($n = 0; $n < 10; $n++) {
            $way("<$i$n" . str_repeat('x', 9000) . "$i$n>");
            suspend();
        }
    });
}
foreach ($coroutines as $coroutine) await($coroutine);
fwrite($open, "end\n");
while (!str_ends_with((string) file_get_contents("$dir/out"), "end\n")) usleep(1000);
proc_terminate($reader);
fclose($open);
preg_match_all('/<(\d\d)x{9000}\1>/', file_get_contents("$dir/out"), $found);
echo count(array_unique($found[1])), ' lines, ', substr_count(file_get_contents("$dir/out"), "\n") - 1, " in all\n";

at_once('error_log() to a stream', function ($i) {
    $name = "log$i";
    SlowStream::$files[$name] = '';
    pause();
    return [error_log("message $i", 3, "slow://$name"), SlowStream::$files[$name]];
});
--EXPECT--
40 lines, 40 in all
error_log() to a stream: as alone
