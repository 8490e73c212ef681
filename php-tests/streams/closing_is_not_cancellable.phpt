--TEST--
SO-6, CX-12: a coroutine that waits to close a stream cannot be cancelled before it has; then it sees the cancellation
--DESCRIPTION--
Rules: io SO-6, io CX-12
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/slow_wrapper.php';

SlowStream::$files['file'] = str_repeat('0123456789', 100);
$s = fopen('slow://file', 'r');
$inside = true;
$reader = spawn(function () use ($s, &$inside) {
    $text = stream_get_contents($s);
    $inside = false;
    return strlen($text);
});
while (!$reader->isStarted()) suspend();
$closer = spawn(function () use ($s, &$inside) {
    try {
        fclose($s);
        echo "not reached\n";
    } finally {
        echo $inside ? "too early\n" : "after the reader\n";
        var_dump(is_resource($s));
    }
});
// Until it waits.
while (is_resource($s)) suspend();
$second = spawn(function () use ($s) {
    try {
        fclose($s);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
});
await($second);
$closer->cancel();
try {
    await($closer);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
var_dump(await($reader));
?>
--EXPECT--
fclose(): supplied resource is not a valid stream resource
after the reader
bool(false)
Async\AsyncCancellation
int(1000)
