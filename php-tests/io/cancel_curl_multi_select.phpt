--TEST--
CU-8: cancelling a coroutine in curl_multi_select() and cleaning up in finally is safe
--DESCRIPTION--
Rules: CU-8, io CX-8, CU-2
Order: dependent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
$c = spawn(function () use ($server) {
    $multi = curl_multi_init();
    $handle = curl_init($server->url('/hang'));
    curl_multi_add_handle($multi, $handle);
    try { do { curl_multi_exec($multi, $running); curl_multi_select($multi, 10); } while ($running); echo "never\n"; }
    finally { curl_multi_remove_handle($multi, $handle); curl_close($handle); curl_multi_close($multi); echo "cleaned\n"; }
});
delay(20);
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
cleaned
stop
