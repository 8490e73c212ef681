--TEST--
io 13: curl's callbacks that throw, and a file that cannot be written, end a transfer as in stock PHP, with the same code of error
--DESCRIPTION--
Rules: io CU-1, io CU-3, io CU-5
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;

/** What a call says or throws, what curl says of it, and what PHP. */
function outcome(CurlHandle $handle, callable $call): array
{
    $notices = [];
    set_error_handler(function (int $level, string $message) use (&$notices) {
        $notices[] = "$level: $message";
        return true;
    });
    try {
        $result = $call();
    } catch (Exception $e) {
        $result = $e->getMessage();
    }
    restore_error_handler();
    return [$result, curl_errno($handle), $notices];
}

$all = [
    'FILE, a broken socket' => function () use ($server) {
        [$broken, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fclose($peer);
        $handle = curl_init($server->url('/after/20'));
        curl_setopt($handle, CURLOPT_FILE, $broken);
        return outcome($handle, fn() => curl_exec($handle));
    },
    'WRITEFUNCTION of a multi handle' => function () use ($server) {
        $handle = curl_init($server->url('/after/20'));
        curl_setopt($handle, CURLOPT_WRITEFUNCTION, fn() => throw new Exception('of the write callback'));
        curl_multi_add_handle($multi = curl_multi_init(), $handle);
        $outcome = outcome($handle, function () use ($multi) {
            do {
                curl_multi_exec($multi, $runs);
                if ($runs) curl_multi_select($multi);
            } while ($runs);
        });
        return [...$outcome, curl_multi_info_read($multi)['result'], curl_errno($handle)];
    },
    'READFUNCTION' => function () use ($server) {
        $handle = curl_init($server->url('/hang'));
        $calls = 0;
        $read = function () use (&$calls) {
            $calls++;
            throw new Exception('of the read callback');
        };
        curl_setopt_array($handle, [CURLOPT_PUT => true, CURLOPT_INFILESIZE => 10, CURLOPT_TIMEOUT_MS => 60, CURLOPT_READFUNCTION => $read,
            CURLOPT_HTTPHEADER => ['Expect:']]);
        $begin = hrtime(true);
        return [...outcome($handle, fn() => curl_exec($handle)), $calls, hrtime(true) - $begin > 59e6];
    },
];
$stock = array_map(fn(Closure $call) => $call(), $all);
$turns = 0;
$others = spawn(function () use (&$turns) {
    for (;;) {
        suspend();
        $turns++;
    }
});
foreach ($all as $title => $call) {
    $before = $turns;
    $outcome = await(spawn($call));
    echo "$title: ", $outcome === $stock[$title] ? 'as stock' : 'STOCK ' . json_encode($stock[$title]) . ', IN A COROUTINE';
    // Later versions differ, and may end at once.
    if (PHP_VERSION_ID < 80300) {
        echo ', ', json_encode($outcome), $turns - $before > 3 ? ', others ran' : ', others did not run';
    }
    echo "\n";
}
$others->cancel();
?>
--EXPECTREGEX--
FILE, a broken socket: as stock(, \[true,0,\["8: curl_exec\(\): Send of 8 bytes failed with errno=32 Broken pipe"\]\], others ran)?
WRITEFUNCTION of a multi handle: as stock(, \["of the write callback",0,\[\],0,0\], others ran)?
READFUNCTION: as stock(, \["of the read callback",28,\[\],1,true\], others ran)?
