--TEST--
SO-9: a stream in memory is no wait; a stream that stands on another one waits as that one does
--DESCRIPTION--
Rules: io SO-9, io ST-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
$n = 0;
$counter = spawn(function () use (&$n) { for (;;) { suspend(); $n++; } });
foreach (['php://memory', 'php://temp'] as $path) {
    $n = 0;
    $text = await(spawn(function () use ($path, &$n) {
        $f = fopen($path, 'w+');
        $before = $n;
        fwrite($f, str_repeat("line\n", 50_000));
        rewind($f);
        $line = fgets($f);
        return [strlen(stream_get_contents($f)), $n - $before];
    }));
    echo "$path ", json_encode($text), "\n";
}
$n = 0;
$filtered = 'php://filter/read=string.toupper/resource=' . $server->url('/after/30');
echo await(spawn(file_get_contents(...), $filtered)), ' ', json_encode($n > 3), "\n";
$counter->cancel();
?>
--EXPECT--
php://memory [249995,0]
php://temp [249995,0]
AFTER 30 true
