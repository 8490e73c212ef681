--TEST--
SO-6, CU-2: fclose() waits while a callback has left curl_multi_exec() in the middle, and not for curl_multi_select()
--DESCRIPTION--
Rules: io SO-6, io CU-2
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$server = new HttpServer();
$path = tempnam(sys_get_temp_dir(), 'curl');

$file = fopen($path, 'w');
$to_file = curl_init($server->url('/hello'));
curl_setopt($to_file, CURLOPT_FILE, $file);
$to_callback = curl_init($server->url('/hello'));
$in_callback = $go_on = false;
curl_setopt($to_callback, CURLOPT_WRITEFUNCTION, function ($handle, string $data) use (&$in_callback, &$go_on) {
    $in_callback = true;
    while (!$go_on) {
        delay(1);
    }
    return strlen($data);
});
$multi = curl_multi_init();
curl_multi_add_handle($multi, $to_callback);
curl_multi_add_handle($multi, $to_file);
$transfers = spawn(function () use ($multi, &$executed) {
    // What is received after the close goes there, and PHP says so.
    ob_start();
    do {
        curl_multi_exec($multi, $running);
        $executed = true;
        $running && curl_multi_select($multi, 1000);
    } while ($running);
    ob_end_clean();
});
while (!$in_callback) {
    delay(1);
}
$closing = spawn(fclose(...), $file);
$executed = false;
delay(10);
var_dump($closing->isCompleted());
$go_on = true;
await($closing);
var_dump($executed);
await($transfers);

$file = fopen($path, 'w');
$hanging = curl_init($server->url('/hang'));
curl_setopt($hanging, CURLOPT_FILE, $file);
$multi = curl_multi_init();
curl_multi_add_handle($multi, $hanging);
$transfers = spawn(function () use ($multi) {
    curl_multi_exec($multi, $running);
    for (;;) {
        curl_multi_select($multi, 1000);
        curl_multi_exec($multi, $running);
    }
});
delay(30);
fclose($file);
var_dump($transfers->isSuspended());
$transfers->cancel();
try {
    await($transfers);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
unlink($path);
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
cancelled
