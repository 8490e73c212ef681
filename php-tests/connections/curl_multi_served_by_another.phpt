--TEST--
A coroutine in curl_multi_select() hears of input that another one takes before the kernel has told of it
--DESCRIPTION--
Rules: io FW-2, io W-9
Order: independent
--EXTENSIONS--
curl
pcntl
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();

$server = new HttpServer;
$multi = curl_multi_init();
// The connection is kept: a new one has time limits of its own, at which libcurl looks.
$first = curl_init($server->url('/kept/1'));
curl_setopt($first, CURLOPT_RETURNTRANSFER, true);
curl_multi_add_handle($multi, $first);
do {
    curl_multi_exec($multi, $running);
    curl_multi_select($multi, 1.0);
} while ($running);
curl_multi_remove_handle($multi, $first);

$handle = curl_init($server->url('/kept/40'));
curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
curl_multi_add_handle($multi, $handle);
$served = false;
$waits = false;
$told = false;
$waiter = spawn(function () use ($multi, $handle, &$served, &$waits, &$told) {
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi, 0.001);
    } while (curl_getinfo($handle, CURLINFO_REQUEST_SIZE) === 0);
    $waits = true;
    // The other one may give way when it has taken the input, and is served only after that.
    while (!$served) {
        curl_multi_select($multi, 8.0);
        $told = true;
    }
});
$server_of_all = spawn(function () use ($multi, &$served, &$waits) {
    while (!$waits) delay(1);
    // It computes so much that it does not wait before the answer is there.
    do {
        curl_multi_exec($multi, $running);
        for ($end = hrtime(true) + 1_000_000; hrtime(true) < $end;);
    } while (!curl_multi_info_read($multi));
    $served = true;
});
await($server_of_all);
// libcurl itself has it look after a second.
delay(400);
echo $told ? 'told' : 'not told', "\n";
echo curl_multi_getcontent($handle), "\n";
await($waiter);
--EXPECT--
told
after 40
