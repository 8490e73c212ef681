--TEST--
SO-6, TLS-4: a TLS connection is closed under readers, writers and feof(); all end, and OpenSSL is left before it frees anything
--DESCRIPTION--
Rules: io SO-6, TLS-4, IO-13
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
for ($round = 0; $round < 12; $round++) {
    [$a, $b] = tls_pair();
    $big = str_repeat('x', 3_000_000);
    $calls = [
        fn() => fgets($a), fn() => fread($a, 100), fn() => stream_get_contents($a),
        fn() => @fwrite($a, $big), fn() => @fwrite($a, $big), fn() => feof($a),
    ];
    $users = array_map(fn($call) => spawn(function () use ($call) {
        try {
            return $call();
        } catch (TypeError) {
            return false;
        }
    }), $calls);
    for ($i = $round; $i > 0; $i--) suspend();
    fclose($a);
    $results = array_map(await(...), $users);
    $good = !$results[0] && !$results[1] && !$results[2] && $results[3] < strlen($big) && $results[4] < strlen($big);
    if (!$good) {
        echo "round $round: ", json_encode(array_map(fn($r) => is_string($r) ? strlen($r) : $r, $results)), "\n";
    }
    // What arrives is a beginning of what was written.
    $got = @stream_get_contents($b);
    if (trim($got, 'x') !== '') {
        echo "round $round: something else arrived\n";
    }
    fclose($b);
}
echo "done\n";
?>
--EXPECT--
done
