--TEST--
SO-7, SO-5: an error handler that is called in the middle of a failing operation may suspend and do I/O
--DESCRIPTION--
Rules: io SO-7, io SO-5, IO-9
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$broken = function () {
    [$read, $write] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fclose($read);
    return [$write];
};
$pipe = function () {
    $process = proc_open(['true'], [['pipe', 'r']], $pipes);
    while (proc_get_status($process)['running']) usleep(1000);
    return [$pipes[0], $process];
};
$got = '';
set_error_handler(function ($level, $text) use ($a, &$got) {
    echo preg_replace('/ \(.*| failed.*/', '', $text), "\n";
    suspend();
    $got = fgets($a);
});
foreach (['socket' => $broken, 'pipe' => $pipe] as $name => $open) {
    $opened = $open();
    $s = $opened[0];
    $writers = [spawn(fn() => fwrite($s, 'x'))];
    // Others do the same meanwhile, on another stream.
    $reader = spawn(fn() => fgets($c));
    for ($i = 0; $i < 5; $i++) suspend();
    fwrite($d, "for the reader\n");
    fwrite($b, "something\n");
    echo await($reader);
    var_dump(await($writers[0]), $got);
}
?>
--EXPECTF--
%s of 1 bytes
for the reader
bool(false)
string(10) "something
"
%s of 1 bytes
for the reader
bool(false)
string(10) "something
"
