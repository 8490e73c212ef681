--TEST--
CU-6, CU-7: CONNECTTIMEOUT, a missing file to upload, a bad port and a refused connection, of curl_exec() and of a multi handle: as in stock
--DESCRIPTION--
Rules: io CU-6, io CU-7
Order: independent
--EXTENSIONS--
curl
sockets
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/full_backlog.php';
require __DIR__ . '/../lib/upload_server.php';

watchdog(60);
$server = new UploadServer;
$full = new FullBacklog;
// Nothing listens there, nor does another process get the port.
$bound = stream_socket_server('tcp://127.0.0.1:0', $code, $error, STREAM_SERVER_BIND);

function handle(string $url, array $options): CurlHandle
{
    $h = curl_init($url);
    curl_setopt_array($h, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*'] + $options);
    return $h;
}

$cases = [
    'connect timeout' => fn() => handle("http://$full->address/", [CURLOPT_CONNECTTIMEOUT_MS => 150]),
    'longer limit, of seconds' => fn() => handle("http://$full->address/", [CURLOPT_CONNECTTIMEOUT => 1, CURLOPT_TIMEOUT => 1000]),
    'refused' => fn() => handle('http://' . stream_socket_get_name($bound, false) . '/', []),
    'bad port' => fn() => handle('http://127.0.0.1:99999/', []),
    'missing upload' => fn() => handle($server->url('/upload'), [CURLOPT_POSTFIELDS => ['f' => new CURLFile('/nonexistent/upload')]]),
    'no such scheme' => fn() => handle('true-async://127.0.0.1/', []),
    'good' => fn() => handle($server->url('/after/20'), []),
];
$describe = fn($h) => [curl_error($h) !== '', curl_getinfo($h, CURLINFO_HTTP_CODE)];
$easy = fn(Closure $new) => [curl_exec($h = $new()), curl_errno($h), ...$describe($h)];
$multi = function () use ($cases, $describe) {
    $m = curl_multi_init();
    $handles = $results = [];
    foreach ($cases as $name => $new) {
        curl_multi_add_handle($m, $handles[$name] = $new());
    }
    do {
        curl_multi_exec($m, $running);
        while ($done = curl_multi_info_read($m)) {
            $name = array_search($done['handle'], $handles, true);
            $results[$name] = [$done['msg'] === CURLMSG_DONE, $done['result'], ...$describe($done['handle'])];
        }
        $running && curl_multi_select($m, 1);
    } while ($running);
    foreach ($handles as $h) {
        curl_multi_remove_handle($m, $h);
    }
    curl_multi_close($m);
    return array_merge($cases, $results);
};
$stock = [array_map($easy, $cases), $multi()];

$turns = 0;
$others = spawn(function () use (&$turns) {
    for (;; $turns++) {
        suspend();
    }
});
$coroutines = array_map(fn($new) => spawn($easy, $new), $cases);
$all = [spawn($multi), spawn($multi)];
foreach ($coroutines as $name => $c) {
    echo "$name: ", json_encode($result = await($c)), $result === $stock[0][$name] ? '' : ' not as stock', "\n";
}
foreach ($all as $c) {
    echo ($result = await($c)) === $stock[1] ? "as stock\n" : json_encode($result) . "\n";
}
foreach ($stock[1] as $name => $result) {
    echo "multi, $name: ", json_encode($result), "\n";
}
$others->cancel();
var_dump($turns > 10);
?>
--EXPECT--
connect timeout: [false,28,true,0]
longer limit, of seconds: [false,28,true,0]
refused: [false,7,true,0]
bad port: [false,3,true,0]
missing upload: [false,42,true,0]
no such scheme: [false,1,true,0]
good: ["[\"GET\",0,0,[]]",0,false,200]
as stock
as stock
multi, connect timeout: [true,28,true,0]
multi, longer limit, of seconds: [true,28,true,0]
multi, refused: [true,7,true,0]
multi, bad port: [true,3,true,0]
multi, missing upload: [true,42,true,0]
multi, no such scheme: [true,1,true,0]
multi, good: [true,0,false,200]
bool(true)
