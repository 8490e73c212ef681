--TEST--
CU-3: curl callbacks run in the calling coroutine and may suspend
--DESCRIPTION--
Rules: CU-3, CU-4, SU-5
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
$fetch = function () use ($server, &$same) {
    $me = current_coroutine(); $body = '';
    $h = curl_init($server->url('/drip'));
    curl_setopt($h, CURLOPT_WRITEFUNCTION, function ($h, $data) use (&$body, $me, &$same) {
        $same = ($same ?? true) && current_coroutine() === $me;
        suspend(); $body .= $data; return strlen($data);
    });
    curl_exec($h);
    return $body;
};
$cs = [spawn($fetch), spawn($fetch)];
foreach ($cs as $c) echo await($c), "\n";
var_dump($same);
--EXPECT--
0123456789
0123456789
bool(true)
