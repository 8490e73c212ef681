--TEST--
SO-4, SO-5, TLS-4: several readers and several writers use one handle at the same time, in both directions, with exact results
--DESCRIPTION--
Rules: io SO-4, io SO-5, TLS-4, IO-10, IO-11, IO-12, io ST-8, io SO-1, io SO-2
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
foreach (['unix', 'tcp', 'tls'] as $kind) {
    $ends = connected_pair($kind);
    $written = [[], []];
    $read = [[], []];
    $writers = [[], []];
    $readers = [];
    foreach ([0, 1] as $side) {
        $s = $ends[$side];
        for ($w = 0; $w < 3; $w++) {
            $writers[$side][] = spawn(function () use ($s, $side, $w, &$written) {
                for ($i = 0; $i < 30; $i++) {
                    // Some are longer than a record, and than the buffers of a socket.
                    $line = "$side.$w.$i " . str_repeat(chr(ord('a') + $i % 26), [10, 3000, 20_000, 400_000][($i + $w) % 4]) . "\n";
                    $written[$side][] = $line;
                    if (fwrite($s, $line) !== strlen($line)) {
                        echo "short\n";
                    }
                }
            });
        }
        for ($r = 0; $r < 3; $r++) {
            $readers[] = spawn(function () use ($s, $side, &$read) {
                while (($line = fgets($s)) !== false) {
                    $read[$side][] = $line;
                }
            });
        }
    }
    // Nothing writes any more: the others come to the end.
    foreach ([0, 1] as $side) {
        array_map(await(...), $writers[$side]);
    }
    while (count($read[0]) + count($read[1]) < 180) {
        suspend();
    }
    foreach ($ends as $s) {
        stream_socket_shutdown($s, STREAM_SHUT_WR);
    }
    array_map(await(...), $readers);
    foreach ([0, 1] as $side) {
        sort($read[1 - $side]);
        sort($written[$side]);
        echo $kind, ' ', $read[1 - $side] === $written[$side] ? 'exact' : 'wrong', "\n";
    }
}
?>
--EXPECT--
unix exact
unix exact
tcp exact
tcp exact
tls exact
tls exact
