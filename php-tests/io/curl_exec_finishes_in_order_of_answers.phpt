--TEST--
CU-1: concurrent curl_exec() calls return in the order the server answers
--DESCRIPTION--
Rules: CU-1
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/scaled_ms.php';

watchdog();
$server = new HttpServer;
foreach ([240, 20, 130] as $ms) {
    spawn(function () use ($server, $ms) {
        $h = curl_init($server->url('/after/' . scaled_ms($ms)));
        curl_setopt($h, CURLOPT_RETURNTRANSFER, true);
        echo curl_exec($h) === 'after ' . scaled_ms($ms) ? "after $ms\n" : "another answer\n";
    });
}
echo "main\n";
--EXPECT--
main
after 20
after 130
after 240
