--TEST--
ST-1: several file_get_contents('http://…') run concurrently and finish in the order of the answers
--DESCRIPTION--
Rules: io ST-1
Order: independent
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
foreach ([200, 20, 110] as $ms) spawn(function () use ($server, $ms) { echo file_get_contents($server->url("/after/$ms")), "\n"; });
echo "main\n";
--EXPECT--
main
after 20
after 110
after 200
