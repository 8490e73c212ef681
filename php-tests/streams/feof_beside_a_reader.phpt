--TEST--
ST-7, TLS-4: feof() looks into a TLS connection that another coroutine reads from; the reader gets what it has found
--DESCRIPTION--
Rules: io ST-7, TLS-4
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
for ($i = 0; $i < 20; $i++) {
    [$a, $b] = tls_pair();
    $reader = spawn(fn() => fgets($a));
    for ($n = 0; $n < 5; $n++) suspend();
    fwrite($b, "line $i\n");
    // It takes the record out of the socket before the reader runs.
    if (feof($a)) echo "at the end\n";
    if (await($reader) !== "line $i\n") echo "wrong\n";
    // Never suspends, never lies.
    if (feof($a)) echo "at the end\n";
    fwrite($b, 'rest');
    fclose($b);
    $text = '';
    while (!feof($a)) $text .= fread($a, 2);
    if ($text !== 'rest') echo "lost: $text\n";
    if (!feof($a) || fread($a, 10) !== '') echo "not at the end\n";
}
echo "done\n";
?>
--EXPECT--
done
