--TEST--
DB-9: two coroutines close one multi handle of curl: the second waits for the first, also out of a call that the first waits for
--DESCRIPTION--
Rules: io DB-9, io CU-8
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$transfer = function (callable $write) {
    $multi = curl_multi_init();
    $handle = curl_init('file://' . __FILE__);
    curl_setopt($handle, CURLOPT_WRITEFUNCTION, function ($handle, $data) use ($write, $multi) {
        $write($multi);
        return strlen($data);
    });
    curl_multi_add_handle($multi, $handle);
    return $multi;
};
$run = function ($multi) {
    do curl_multi_exec($multi, $running); while ($running);
};

$multi = $transfer(fn() => delay(20));
$first = spawn(function () use ($multi, $run) {
    $run($multi);
    curl_multi_close($multi);
});
delay(5);
$second = spawn(curl_multi_close(...), $multi);
await($first);
await($second);
echo "both have closed it\n";

// In a callback of the call that the other one waits for it cannot.
$multi = $transfer(function ($multi) {
    delay(20);
    try {
        curl_multi_close($multi);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
});
$first = spawn($run, $multi);
delay(5);
$second = spawn(curl_multi_close(...), $multi);
await($first);
await($second);
echo "one has closed it\n";
?>
--EXPECT--
both have closed it
Cannot close what another coroutine is using, because nothing can be waited for here (curl)
one has closed it
