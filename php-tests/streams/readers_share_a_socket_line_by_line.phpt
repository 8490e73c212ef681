--TEST--
SO-10: several coroutines read lines that are longer than the buffer from one socket; each gets whole lines, in order of arrival
--DESCRIPTION--
Rules: io SO-10, IO-11
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$lines = [];
$readers = [];
for ($i = 0; $i < 4; $i++) {
    $readers[] = spawn(function () use ($a, &$lines) {
        while (($line = fgets($a)) !== false) {
            $lines[] = $line;
        }
    });
}
$written = [];
for ($i = 0; $i < 40; $i++) {
    $written[] = str_repeat(chr(ord('a') + $i % 26), 1 + ($i * 7919) % 20000) . "\n";
}
foreach ($written as $i => $line) {
    fwrite($b, $line);
    if ($i % 3 === 0) {
        suspend();
    }
}
fclose($b);
foreach ($readers as $reader) {
    await($reader);
}
sort($lines);
sort($written);
var_dump($lines === $written);
?>
--EXPECT--
bool(true)
