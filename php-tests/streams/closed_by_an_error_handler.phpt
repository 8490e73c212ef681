--TEST--
An error handler may close the stream whose failed write it is told about
--DESCRIPTION--
Rules: io SO-4, io SO-10
Order: independent
--FILE--
<?php
use function Async\{await, spawn};

$broken = function (): array {
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fclose($there);
    return [$here];
};
$pipe = function (): array {
    $process = proc_open('exec true', [['pipe', 'r']], $pipes);
    while (proc_get_status($process)['running']) usleep(1000);
    return [$pipes[0], $process];
};
$ways = [
    'fwrite' => [$broken, fn($s) => fwrite($s, 'x')],
    'fputcsv' => [$broken, fn($s) => fputcsv($s, ['x'], escape: '')],
    'fprintf' => [$broken, fn($s) => fprintf($s, 'x')],
    'copying' => [$broken, fn($s) => stream_copy_to_stream(fopen('data:,xyz', 'r'), $s)],
    'sendto' => [$broken, fn($s) => stream_socket_sendto($s, 'x')],
    'a pipe' => [$pipe, fn($s) => fwrite($s, 'x')],
];
foreach ($ways as $name => [$open, $write]) {
    $stream = $open();
    set_error_handler(function () use ($stream) { @fclose($stream[0]); return true; });
    $result = await(spawn(fn() => $write($stream[0])));
    restore_error_handler();
    echo "$name: ", json_encode($result), ', ', gettype($stream[0]), "\n";
}
--EXPECT--
fwrite: false, resource (closed)
fputcsv: false, resource (closed)
fprintf: 1, resource (closed)
copying: false, resource (closed)
sendto: -1, resource (closed)
a pipe: false, resource (closed)
