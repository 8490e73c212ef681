--TEST--
ST-6, IO-6: a negative part of a second takes from the seconds of a time limit, as in stock PHP
--DESCRIPTION--
Rules: io ST-6, io IO-6
Order: independent
--FILE--
<?php
use function Async\{await, spawn};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
$read = function ($stream, int $seconds, int $microseconds): string {
    stream_set_timeout($stream, $seconds, $microseconds);
    $start = hrtime(true);
    $line = fgets($stream);
    $ms = (hrtime(true) - $start) / 1e6;
    $took = $ms < 400 ? 'at once' : ($ms < 1900 ? 'in less than the seconds' : 'later');
    return json_encode([$line, stream_get_meta_data($stream)['timed_out'], $took]);
};
[$socket, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
posix_mkfifo($path = temporary_path('fifo'), 0600);
$fifo = fopen($path, 'r+');
foreach (['socket' => $socket, 'FIFO' => $fifo] as $kind => $stream) {
    foreach ([[2, -1_200_000], [0, -1]] as $limit) {
        echo "$kind, ", implode(' ', $limit), ': ', await(spawn($read, $stream, ...$limit)), "\n";
    }
}
?>
--EXPECT--
socket, 2 -1200000: [false,true,"in less than the seconds"]
socket, 0 -1: [false,true,"at once"]
FIFO, 2 -1200000: [false,true,"in less than the seconds"]
FIFO, 0 -1: [false,true,"at once"]
