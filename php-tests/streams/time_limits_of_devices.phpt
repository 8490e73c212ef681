--TEST--
SO-8: stream_set_timeout() limits the reads of terminals, and is refused as in stock PHP for devices, files and what else never waits
--DESCRIPTION--
Rules: io SO-8, IO-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
$set = fn() => print(json_encode(stream_set_timeout(STDIN, 1)) . "\n");
function_exists('Async\spawn') ? Async\await(Async\spawn($set)) : $set();
PHP;
// The standard input of such a child is /dev/null.
echo 'STDIN that is /dev/null: ', trim(child_php($code)['out']), ', stock ', trim(child_php($code, with_extension: false)['out']), "\n";

watchdog();
await(spawn(function () {
    $paths = ['/dev/null', '/dev/zero', '/dev/full', '/dev/urandom', '/proc/self/status', __FILE__, 'php://memory', 'php://output'];
    foreach ($paths as $path) {
        $stream = fopen($path, str_ends_with($path, 'output') ? 'w' : 'r');
        echo basename($path), ': ', json_encode(stream_set_timeout($stream, 0, 1_000)), "\n";
    }
    $null = fopen('/dev/null', 'r+');
    stream_set_timeout($null, 0, 1_000);
    echo json_encode([fwrite($null, 'abc'), fread($null, 10), feof($null), stream_get_meta_data($null)['timed_out']]), "\n";

    $process = proc_open(['cat'], [['pty'], ['pty'], ['pty']], $ends);
    echo 'terminal: ', json_encode(stream_set_timeout($ends[1], 0, 20_000)), "\n";
    $state = fn() => array_intersect_key(stream_get_meta_data($ends[1]), ['timed_out' => 0, 'eof' => 0]);
    echo json_encode([fgets($ends[1]), $state()]), "\n";
    echo json_encode([fread($ends[1], 10), $state()]), "\n";
    stream_set_timeout($ends[1], 20);
    fwrite($ends[0], "line\n");
    echo json_encode([fgets($ends[1]), $state()]), "\n";
    proc_terminate($process);
}));
?>
--EXPECT--
STDIN that is /dev/null: false, stock false
null: false
zero: false
full: false
urandom: false
status: false
time_limits_of_devices.php: false
memory: false
output: false
[3,"",true,false]
terminal: true
[false,{"timed_out":true,"eof":false}]
[false,{"timed_out":true,"eof":false}]
["line\r\n",{"timed_out":false,"eof":false}]
