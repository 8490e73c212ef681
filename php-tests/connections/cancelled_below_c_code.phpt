--TEST--
CX-3: a cancellation that ends a wait of the API in a callback ends the call of the C code that has called it, which does not wait any more
--DESCRIPTION--
Rules: io CX-3, io CX-8, io CU-5
--EXTENSIONS--
curl
--FILE--
<?php
use Async\{AsyncCancellation, Channel, Future, FutureState};
use function Async\{spawn, await, delay, suspend, current_coroutine};

require __DIR__ . '/../lib/watchdog.php';
watchdog();

// Takes what is sent; says nothing, or the beginning of an answer.
$serve = function (string $answer) {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    spawn(function () use ($server, $answer) {
        for (;;) {
            $connection = stream_socket_accept($server, 3600);
            spawn(function () use ($connection, $answer) {
                $answer === '' || fwrite($connection, $answer);
                while (!feof($connection)) fread($connection, 1000);
            });
        }
    });
    return 'http://' . stream_socket_get_name($server, false) . '/';
};
$silent = $serve('');
$begins = $serve("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx");

$upload = fn(callable $read) => [CURLOPT_URL => $silent, CURLOPT_PUT => true, CURLOPT_INFILESIZE => 10,
    CURLOPT_HTTPHEADER => ['Expect:'], CURLOPT_READFUNCTION => $read];
$callbacks = [
    'read' => $upload,
    'header' => fn(callable $call) => [CURLOPT_URL => $begins, CURLOPT_RETURNTRANSFER => true, CURLOPT_HEADERFUNCTION => $call],
    'write' => fn(callable $call) => [CURLOPT_URL => $begins, CURLOPT_WRITEFUNCTION => $call],
    'progress' => fn(callable $call) => [CURLOPT_URL => $begins, CURLOPT_NOPROGRESS => false,
        CURLOPT_PROGRESSFUNCTION => $call],
];
$waits = [
    'usleep' => fn() => usleep(3_600_000_000),
    'delay' => fn() => delay(3_600_000),
    'suspend' => function () { for (;;) suspend(); },
    'await' => fn() => await(new Future(new FutureState)),
    'recv' => fn() => (new Channel)->recv(),
];
foreach ($callbacks as $callback => $options) {
    $ends = [];
    foreach ($waits as $name => $wait) {
        $waiting = false;
        $transfer = spawn(function () use ($options, $wait, &$waiting) {
            $handle = curl_init();
            curl_setopt_array($handle, $options(function () use ($wait, &$waiting) {
                $waiting = true;
                $wait();
            }));
            curl_exec($handle);
            echo "never\n";
        });
        while (!$waiting) delay(1);
        $began = hrtime(true);
        $transfer->cancel(new AsyncCancellation("$callback in $name"));
        try {
            await($transfer);
        } catch (AsyncCancellation $e) {
            $ends[] = $e->getMessage() . (hrtime(true) - $began < 10_000_000_000 ? '' : ' late');
        }
    }
    echo implode(', ', $ends), "\n";
}

// What another callback made of the cancellation is PHP code's: the transfer goes on, and so may clean up.
$waiting = false;
$transfer = spawn(function () use ($begins, &$waiting) {
    $handle = curl_init($begins);
    curl_setopt_array($handle, [CURLOPT_TIMEOUT_MS => 300, CURLOPT_WRITEFUNCTION => function ($handle, $data) use (&$waiting) {
        $waiting = true;
        try {
            delay(3_600_000);
        } catch (AsyncCancellation) {
            usleep(1000);
        }
        return strlen($data);
    }]);
    curl_exec($handle);
    return curl_errno($handle) === CURLE_OPERATION_TIMEDOUT ? 'went on' : curl_error($handle);
});
while (!$waiting) delay(1);
$transfer->cancel();
try {
    echo await($transfer), "\n";
} catch (AsyncCancellation) {
    echo "cancelled\n";
}

// Main, when no other coroutine can run.
$main = current_coroutine();
spawn(function () use ($main, &$waiting) {
    while ($waiting !== 'main') suspend();
    foreach (Async\get_coroutines() as $coroutine) {
        if ($coroutine !== $main && $coroutine !== current_coroutine()) $coroutine->cancel();
    }
    $main->cancel(new AsyncCancellation('main'));
});
$handle = curl_init();
curl_setopt_array($handle, $upload(function () use (&$waiting) {
    $waiting = 'main';
    delay(3_600_000);
}));
try {
    curl_exec($handle);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
read in usleep, read in delay, read in suspend, read in await, read in recv
header in usleep, header in delay, header in suspend, header in await, header in recv
write in usleep, write in delay, write in suspend, write in await, write in recv
progress in usleep, progress in delay, progress in suspend, progress in await, progress in recv
went on
main
