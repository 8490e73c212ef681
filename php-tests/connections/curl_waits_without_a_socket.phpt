--TEST--
CU-10: transfers that wait for no socket, since they are paused or as fast as they may be, are cancelled at once and hold up nothing else
--DESCRIPTION--
Rules: io CU-10, io CX-1, io W-10, io CU-2
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, await_all, delay, suspend};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/watchdog.php';

$server = new HttpServer;
watchdog();
$new = function (array $options = []) use ($server): CurlHandle {
    $handle = curl_init($server->url('/drip/100'));
    curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*'] + $options);
    return $handle;
};
$pause = fn() => CURL_WRITEFUNC_PAUSE;

/** Cancels a transfer that does not come to its end by itself. */
$cancelled = function (string $what, callable $make): void {
    $transfer = spawn(function () use ($make) {
        $handle = $make();
        try {
            curl_exec($handle);
            return 'came to its end';
        } finally {
            echo curl_errno($handle) === 0 ? 'no error, ' : '';
        }
    });
    delay(60);
    $transfer->cancel();
    try {
        echo "$what: " . await($transfer) . "\n";
    } catch (Async\AsyncCancellation) {
        echo "$what: cancelled\n";
    }
};
echo "-- cancelled\n";
$cancelled('limited', fn() => $new([CURLOPT_MAX_RECV_SPEED_LARGE => 1]));
$cancelled('limited later', function () use ($new) {
    $handle = $new();
    curl_setopt($handle, CURLOPT_MAX_RECV_SPEED_LARGE, 1);
    return $handle;
});
$cancelled('paused', fn() => $new([CURLOPT_WRITEFUNCTION => $pause]));
$cancelled('paused later', function () use ($new, $pause) {
    $handle = $new();
    curl_setopt($handle, CURLOPT_WRITEFUNCTION, $pause);
    return $handle;
});
$cancelled('a copy', fn() => curl_copy_handle($new([CURLOPT_WRITEFUNCTION => $pause])));
$cancelled('a copy, paused later', function () use ($new, $pause) {
    $handle = curl_copy_handle($new());
    curl_setopt_array($handle, [CURLOPT_WRITEFUNCTION => $pause]);
    return $handle;
});

echo "-- PHP code before the transfer\n";
// The name is looked up by a thread of libcurl's, with a pair of sockets.
$missing = function (CurlHandle $handle): string {
    curl_setopt($handle, CURLOPT_URL, 'http://no-such-host.invalid/');
    curl_exec($handle);
    return curl_error($handle);
};
$short = [CURLOPT_URL => $server->url('/drip')];
$used = $new($short);
curl_exec($used);
$with_closed_file = function () use ($new, $short): void {
    $file = fopen('php://temp', 'w+');
    $handle = $new($short + [CURLOPT_FILE => $file]);
    fclose($file);
    ob_start();
    curl_exec($handle);
    ob_end_clean();
};
set_error_handler(function () use ($used, $missing, &$said) { return (bool) $said = $missing($used); });
await(spawn($with_closed_file));
echo "of its own: $said\n";
$order = [];
set_error_handler(function () use (&$order) {
    $order[] = 'begun';
    delay(30);
    return true;
});
$other = spawn(function () use ($missing, $used, &$order) {
    while (!$order) suspend();
    return $missing($used);
});
await(spawn($with_closed_file));
echo 'of another coroutine: ', await($other), "\n";
restore_error_handler();
restore_error_handler();

echo "-- a loop over paused transfers\n";
foreach (['with' => true, 'without' => false] as $how => $selects) {
    $go_on = false;
    $loop = spawn(function () use ($new, $short, $selects, &$go_on) {
        $multi = curl_multi_init();
        $handle = $new($short + [CURLOPT_WRITEFUNCTION => function ($handle, string $data) use (&$go_on) {
            return $go_on ? strlen($data) : CURL_WRITEFUNC_PAUSE;
        }]);
        curl_multi_add_handle($multi, $handle);
        do {
            curl_multi_exec($multi, $running);
            if ($selects) curl_multi_select($multi, 0.01);
            if ($go_on) curl_pause($handle, CURLPAUSE_CONT);
        } while ($running > 0);
        return curl_multi_info_read($multi)['result'];
    });
    for ($ticks = 0; $ticks < 10; $ticks++) delay(5);
    $go_on = true;
    echo "$how curl_multi_select(): ", await($loop), "\n";
}
--EXPECT--
-- cancelled
limited: cancelled
limited later: cancelled
paused: cancelled
paused later: cancelled
a copy: cancelled
a copy, paused later: cancelled
-- PHP code before the transfer
of its own: Could not resolve host: no-such-host.invalid
of another coroutine: Could not resolve host: no-such-host.invalid
-- a loop over paused transfers
with curl_multi_select(): 0
without curl_multi_select(): 0
