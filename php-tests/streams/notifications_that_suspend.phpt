--TEST--
SO-4: the notification callback of an HTTP stream hears of all that is read, and may suspend and use the stream
--DESCRIPTION--
Rules: io SO-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/server.php';
require __DIR__ . '/../lib/watchdog.php';

$server = start_php_server('<?php for ($i = 0; $i < 400; $i++) echo sprintf("%03d", $i), str_repeat("x", 996), "\n";');
watchdog();
$s = null;
$progress = 0;
$context = stream_context_create(params: ['notification' => function ($code, $severity, $text, $number, $bytes) use (&$progress, &$s) {
    if ($code === STREAM_NOTIFY_PROGRESS && $s) {
        $progress = $bytes;
        suspend();
        // In its own time the stream is as ever.
        if (!stream_get_meta_data($s)['blocked']) {
            echo "changed\n";
        }
        feof($s);
    }
}]);
$s = fopen($server->url(), 'r', false, $context);
$lines = [];
$read = function () use ($s, &$lines) {
    while (($line = fgets($s)) !== false) {
        $lines[] = (int) $line;
        if (strlen($line) !== 1000) echo "wrong\n";
    }
};
array_map(await(...), [spawn($read), spawn($read)]);
sort($lines);
var_dump($lines === range(0, 399), $progress > 100_000);
?>
--EXPECT--
bool(true)
bool(true)
