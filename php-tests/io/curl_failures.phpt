--TEST--
CU-5, CU-6, CU-7: time limits, refused connections and exceptions of callbacks end the transfer that they belong to, and no other
--DESCRIPTION--
Rules: io CU-5, io CU-6, io CU-7, io CU-9
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
// Takes connections and never answers.
$silent = stream_socket_server('tcp://127.0.0.1:0');
$bound = stream_socket_server('tcp://127.0.0.1:0', $code, $error, STREAM_SERVER_BIND);

function transfer(string $url, array $options = []): array
{
    $h = curl_init($url);
    curl_setopt_array($h, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*']);
    curl_setopt_array($h, $options);
    $result = curl_exec($h);
    return [$result, curl_errno($h), curl_error($h) !== '', curl_getinfo($h, CURLINFO_HTTP_CODE)];
}

$turns = 0;
$others = spawn(function () use (&$turns) {
    for (;;) {
        suspend();
        $turns++;
    }
});
// The name is looked up by a thread of libcurl.
$sibling = spawn(transfer(...), str_replace('127.0.0.1', 'localhost', $server->url('/after/80')));
$failing = [
    'time limit' => spawn(transfer(...), 'http://' . stream_socket_get_name($silent, false), [CURLOPT_TIMEOUT_MS => 40]),
    'refused' => spawn(transfer(...), 'http://' . stream_socket_get_name($bound, false)),
    'no file' => spawn(transfer(...), 'file:///nonexistent'),
    'exception' => spawn(transfer(...), $server->url('/after/20'), [
        CURLOPT_WRITEFUNCTION => fn($h, $data) => throw new Exception('of the callback'),
    ]),
];
foreach ($failing as $what => $c) {
    try {
        printf("%s: %s\n", $what, json_encode(await($c)));
    } catch (Exception $e) {
        echo $what, ': ', $e->getMessage(), "\n";
    }
}
echo 'sibling: ', json_encode(await($sibling)), "\n";
$others->cancel();
var_dump($turns > 3);
?>
--EXPECT--
time limit: [false,28,true,0]
refused: [false,7,true,0]
no file: [false,37,true,0]
exception: of the callback
sibling: ["after 80",0,false,200]
bool(true)
