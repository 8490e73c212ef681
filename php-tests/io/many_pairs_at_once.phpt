--TEST--
SK-5: a hundred echo pairs run concurrently
--DESCRIPTION--
Rules: io ST-1, SD-7, SK-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$cs = [];
for ($i = 0; $i < 100; $i++) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    spawn(function () use ($b) { while (($l = fgets($b)) !== false) fwrite($b, "e$l"); });
    $cs[] = spawn(function () use ($a, $i) {
        $ok = 0;
        for ($n = 0; $n < 5; $n++) { fwrite($a, "$i.$n\n"); $ok += fgets($a) === "e$i.$n\n"; }
        fclose($a); return $ok;
    });
}
$ok = 0;
foreach ($cs as $c) $ok += await($c);
var_dump($ok);
--EXPECT--
int(500)
