--TEST--
ST-1, ST-9: http:// and https:// with servers that trickle, stop, close and reset in the header, the body and a chunk: as in stock PHP
--DESCRIPTION--
Rules: io ST-1, io ST-9, io TLS-1
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
openssl
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(100);
$parts = [
    'nothing' => '',
    'a status' => 'HTTP/1.1 20',
    'a header' => "HTTP/1.1 200 OK\r\nContent-Type: te",
    'a body' => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Test: yes\r\n\r\nbegin",
    'a size' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n1",
    'a chunk' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n10\r\nmiddle",
    'the last chunk' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n0\r\n",
    'rubbish' => "\0\xff\r\n\r\nnot http\r\n",
];
$scripts = [];
foreach ($parts as $name => $text) {
    $begin = [['read', "\r\n\r\n"], ['meanwhile'], ['send', $text]];
    $scripts["closes in $name"] = [...$begin, ['meanwhile'], ['close']];
    $scripts["resets in $name"] = [...$begin, ['meanwhile'], ['reset']];
    $scripts["stops in $name"] = [['read', "\r\n\r\n"], ['send', $text], ['silent']];
    $scripts["TLS closes in $name"] = [['tls'], ...$begin, ['close']];
}
$whole = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Test: yes\r\n\r\n5\r\nbegin\r\n3\r\nend\r\n0\r\n\r\n";
$scripts['trickles'] = [['read', "\r\n\r\n"], ['meanwhile'], ['trickle', $whole]];
$scripts['TLS trickles'] = [['tls'], ...$scripts['trickles']];
$scripts['resets before the request'] = [['reset']];
$scripts['answers before the request'] = [['send', $whole], ['read', "\r\n\r\n"], ['meanwhile'], ['half-close'], ['read', 'the end']];
hostile_test($scripts, sprintf('$parts = %s;', var_export(array_keys($parts), true)) . <<<'PHP'

    $context = fn(array $http = []) => stream_context_create(['http' => $http + ['timeout' => 30],
        'ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]);
    $url = fn(string $script) => (str_starts_with($script, 'TLS') ? 'https' : 'http') . '://127.0.0.1:' . port($script) . '/';
    $get = fn(string $script, float $limit = 30) => file_get_contents($url($script), false, $context(['timeout' => $limit]));
    $functions = [
        'file_get_contents' => $get,
        'file' => fn($script, $limit = 30) => file($url($script), 0, $context(['timeout' => $limit])),
        'fopen' => function ($script, $limit = 30) use ($url, $context) {
            $s = fopen($url($script), 'r', false, $context(['timeout' => $limit]));
            if (!$s) {
                return false;
            }
            for ($all = ''; !feof($s) && is_string($data = fread($s, 4)) && $data !== ''; $all .= $data);
            $data = stream_get_meta_data($s);
            return [$all, feof($s), $data['timed_out'], $data['wrapper_data']];
        },
        'get_headers' => fn($script, $limit = 30) => get_headers($url($script), false, $context(['timeout' => $limit])),
        'copy' => function ($script, $limit = 30) use ($url, $context) {
            $file = tempnam(sys_get_temp_dir(), 'copy');
            $done = copy($url($script), $file, $context(['timeout' => $limit]));
            $all = file_get_contents($file);
            unlink($file);
            return [$done, $all];
        },
    ];
    $cases = $cancelled = [];
    foreach ($parts as $part) {
        foreach (["closes in $part", "resets in $part", "TLS closes in $part"] as $script) {
            foreach ($functions as $name => $function) {
                $cases[strtok($script, ' ') . ": $script, $name"] = fn() => $function($script);
            }
        }
        if ($part === 'rubbish') {
            continue;
        }
        foreach (['file_get_contents', 'fopen'] as $name) {
            $cases["time limit: $part, $name"] = fn() => $functions[$name]("stops in $part", 0.05);
        }
        foreach (['file_get_contents', 'copy'] as $name) {
            $cancelled["$part, $name"] = ["stops in $part", fn() => $functions[$name]("stops in $part")];
        }
    }
    foreach (['trickles', 'TLS trickles', 'answers before the request', 'closes in a chunk'] as $script) {
        $cases[$script] = fn() => $get($script);
    }
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP);
?>
--EXPECT--
trickles: "beginend"
TLS trickles: "beginend"
answers before the request: "beginend"
closes in a chunk: "beginmiddle"
closes: 40 as in stock
resets: 40 as in stock
TLS: 40 as in stock
time limit: 14 as in stock
cancelled: 14 cases: "AsyncCancellation"
