--TEST--
A loop of curl_multi_exec() that never waits lets others run, and so does one whose curl_multi_select() always has something
--DESCRIPTION--
Rules: io CU-2, io W-10
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

/** Calls in a loop until another coroutine has run. */
function until_others_run(Closure $call): string
{
    $ran = false;
    $other = spawn(function () use (&$ran) {
        delay(1);
        $ran = true;
    });
    while (!$ran) $call();
    await($other);
    return 'others ran';
}

$multi = curl_multi_init();
$hanging = curl_init($server->url('/hang'));
curl_multi_add_handle($multi, $hanging);
$exec = function () use ($multi) {
    curl_multi_exec($multi, $running);
};
echo 'exec alone: ', await(spawn(until_others_run(...), $exec)), "\n";
curl_multi_remove_handle($multi, $hanging);

// An answer is there and is not taken. The connection is kept from one before: a new one has libcurl look after a while.
foreach (['/kept/0', '/kept/100'] as $path) {
    $answered = curl_init($server->url($path));
    curl_setopt($answered, CURLOPT_RETURNTRANSFER, true);
    curl_multi_add_handle($multi, $answered);
    do {
        curl_multi_exec($multi, $running);
    } while ($path === '/kept/0' ? $running : curl_getinfo($answered, CURLINFO_REQUEST_SIZE) === 0);
}
while (curl_multi_select($multi, 2.0) < 1);
$select = function () use ($multi) {
    curl_multi_select($multi, 2.0);
};
echo 'select alone: ', await(spawn(until_others_run(...), $select)), "\n";
--EXPECT--
exec alone: others ran
select alone: others ran
