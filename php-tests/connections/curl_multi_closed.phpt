--TEST--
DB-9: closing a curl multi handle wakes those that wait for its transfers, and waits for a callback of one that is under way
--DESCRIPTION--
Rules: io DB-9
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/waits.php';

$server = new HttpServer();

$multi = curl_multi_init();
$easy = curl_init($server->url('/hang'));
curl_multi_add_handle($multi, $easy);
$waiters = [];
for ($i = 0; $i < 2; $i++) {
    $waiters[] = $waiter = ends(function () use ($multi) {
        curl_multi_exec($multi, $running);
        // As PHP code does.
        while ($running) {
            curl_multi_select($multi, 1000);
            curl_multi_exec($multi, $running);
        }
        return true;
    });
    until_suspended($waiter);
}
delay(10);
curl_multi_close($multi);
echo implode(', ', array_map(await(...), $waiters)), "\n";

// A transfer whose callback waits is not freed under it.
$multi = curl_multi_init();
$easy = curl_init($server->url('/hello'));
$log = [];
$in_callback = false;
curl_setopt($easy, CURLOPT_WRITEFUNCTION, function ($easy, string $data) use (&$log, &$in_callback) {
    $in_callback = true;
    $log[] = 'callback begins';
    delay(20);
    $log[] = 'callback ends';
    return strlen($data);
});
curl_multi_add_handle($multi, $easy);
unset($easy);
$transfer = spawn(function () use ($multi) {
    do {
        curl_multi_exec($multi, $running);
        $running && curl_multi_select($multi, 1000);
    } while ($running);
});
while (!$in_callback) {
    delay(1);
}
curl_multi_close($multi);
$log[] = 'closed';
await($transfer);
echo implode(', ', $log), "\n";
--EXPECT--
something, something
callback begins, callback ends, closed
