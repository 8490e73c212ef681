--TEST--
A curl_multi_select() that gives way before it waits ends when another coroutine has served its transfer meanwhile
--DESCRIPTION--
Rules: io W-9, io W-10
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(50);

function compute(int $ms): void
{
    for ($end = hrtime(true) + $ms * 1_000_000; hrtime(true) < $end;);
}

$server = new HttpServer;
$multi = curl_multi_init();
$request = function (string $path) use ($server, $multi) {
    $handle = curl_init($server->url($path));
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    curl_multi_add_handle($multi, $handle);
    return $handle;
};
// The connection is kept: a new one has time limits of its own, at which libcurl looks.
$first = $request('/kept/1');
do {
    curl_multi_exec($multi, $running);
    curl_multi_select($multi, 1.0);
} while ($running);
curl_multi_remove_handle($multi, $first);

// Every eighth call of libc looks at the clock: in some of the rounds it is the one of the last select.
$forgotten = 0;
for ($round = 0; $round < 24; $round++) {
    $handle = $request('/kept/5');
    $told = $waits = false;
    $waiter = spawn(function () use ($multi, $handle, $round, &$told, &$waits) {
        do {
            curl_multi_exec($multi, $running);
            curl_multi_select($multi, 0.001);
        } while (curl_getinfo($handle, CURLINFO_REQUEST_SIZE) === 0);
        for ($call = 0; $call < 8 + $round % 8; $call++) curl_multi_select($multi, 0);
        $waits = true;
        compute(11);
        curl_multi_select($multi, 8.0);
        $told = true;
    });
    $other = spawn(function () use ($multi, &$waits) {
        while (!$waits) delay(1);
        do {
            curl_multi_exec($multi, $running);
            compute(1);
        } while (!curl_multi_info_read($multi));
    });
    await($other);
    // libcurl itself has it look after a second.
    for ($ms = 0; $ms < 400 && !$told; $ms += 20) delay(20);
    $forgotten += $told ? 0 : 1;
    await($waiter);
    curl_multi_remove_handle($multi, $handle);
}
echo $forgotten === 0 ? 'told in every round' : "forgotten in $forgotten rounds", "\n";
--EXPECT--
told in every round
