--TEST--
CU-1, CU-6: curl with servers that trickle, stop, close and reset in every part of an answer, easy and multi, http and https: as in stock
--DESCRIPTION--
Rules: io CU-1, io CU-2, io CU-4, io CU-6, io CX-8
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
curl
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
    'a body' => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin",
    'a size' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n1",
    'a chunk' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n10\r\nmiddle",
    'the last chunk' => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n0\r\n",
];
$scripts = [];
foreach ($parts as $name => $text) {
    $begin = [['read', "\r\n\r\n"], ['meanwhile'], ['send', $text]];
    $scripts["closes in $name"] = [...$begin, ['meanwhile'], ['close']];
    $scripts["resets in $name"] = [...$begin, ['meanwhile'], ['reset']];
    $scripts["stops in $name"] = [['read', "\r\n\r\n"], ['send', $text], ['silent']];
    $scripts["TLS closes in $name"] = [['tls'], ...$begin, ['close']];
}
$whole = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n3\r\nend\r\n0\r\n\r\n";
$scripts['trickles'] = [['read', "\r\n\r\n"], ['meanwhile'], ['trickle', $whole], ['read', 'the end']];
$scripts['TLS trickles'] = [['meanwhile'], ['proxy', 'TLS whole', 'piece' => 1]];
$scripts['TLS whole'] = [['tls'], ['read', "\r\n\r\n"], ['send', $whole], ['read', 'the end']];
$scripts['kept, then reset'] = [['read', "\r\n\r\n"], ['send', $whole], ['read', "\r\n\r\n"], ['meanwhile'], ['reset']];
$scripts['reads slowly'] = [['meanwhile'], ['slowly', 1, 'the end'], ['send', $whole], ['read', 'the end']];
foreach ([0, 3, 700] as $bytes) {
    $scripts["handshake $bytes, close"] = [['proxy', 'TLS whole', 'from' => "\x16", 'cut' => $bytes, 'then' => [['meanwhile'], ['close']]]];
    $scripts["handshake $bytes, reset"] = [['proxy', 'TLS whole', 'from' => "\x16", 'cut' => $bytes, 'then' => [['meanwhile'], ['reset']]]];
    $scripts["handshake $bytes, silent"] = [['proxy', 'TLS whole', 'from' => "\x16", 'cut' => $bytes, 'then' => [['silent']]]];
}
hostile_test($scripts, sprintf('$parts = %s;', var_export(array_keys($parts), true)) . <<<'PHP'

    $handle = function (string $script, int $limit = 30_000, array $options = []) {
        $scheme = preg_match('~^(TLS|handshake)~', $script) ? 'https' : 'http';
        $h = curl_init("$scheme://127.0.0.1:" . port($script) . '/');
        curl_setopt_array($h, $options + [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*', CURLOPT_TIMEOUT_MS => $limit,
            CURLOPT_SSL_VERIFYPEER => false, CURLOPT_SSL_VERIFYHOST => 0]);
        return $h;
    };
    $result = fn($h, $body) => [$body, curl_errno($h), curl_error($h), curl_getinfo($h, CURLINFO_HTTP_CODE),
        curl_getinfo($h, CURLINFO_SIZE_DOWNLOAD_T)];
    $easy = function (string $script, int $limit = 30_000) use ($handle, $result) {
        $h = $handle($script, $limit);
        return $result($h, curl_exec($h));
    };
    $pieces = function (string $script, int $limit = 30_000) use ($handle, $result) {
        $all = '';
        $h = $handle($script, $limit, [CURLOPT_WRITEFUNCTION => function ($h, $data) use (&$all) {
            $all .= $data;
            return strlen($data);
        }]);
        return $result($h, curl_exec($h)) + ['all' => $all];
    };
    $multi = function (array $names, int $limit = 30_000) use ($handle, $result) {
        $m = curl_multi_init();
        foreach ($names as $script) {
            curl_multi_add_handle($m, $handles[$script] = $handle($script, $limit));
        }
        $results = [];
        do {
            curl_multi_exec($m, $running);
            while ($done = curl_multi_info_read($m)) {
                $script = array_search($done['handle'], $handles, true);
                $results[$script] = [$done['result'], curl_multi_getcontent($done['handle']), curl_error($done['handle'])];
            }
            $running && curl_multi_select($m, 1);
        } while ($running);
        ksort($results);
        foreach ($handles as $h) {
            curl_multi_remove_handle($m, $h);
        }
        curl_multi_close($m);
        return $results;
    };
    $cases = $cancelled = [];
    foreach ($parts as $part) {
        foreach (["closes in $part", "resets in $part", "TLS closes in $part"] as $script) {
            $cases["easy: $script"] = fn() => $easy($script);
            $cases["easy: $script, with a function"] = fn() => $pieces($script);
        }
        $cases["multi: $part"] = fn() => $multi(["closes in $part", "resets in $part", "TLS closes in $part"]);
        $cases["time limit: $part"] = fn() => $easy("stops in $part", 300);
        $cancelled["easy, $part"] = ["stops in $part", fn() => $easy("stops in $part")];
        $cancelled["multi, $part"] = ["stops in $part", fn() => $multi(["stops in $part"])];
    }
    foreach ([0, 3, 700] as $bytes) {
        $cases["handshake: $bytes, close"] = fn() => $easy("handshake $bytes, close");
        $cases["handshake: $bytes, reset"] = fn() => $easy("handshake $bytes, reset");
        $cases["handshake: $bytes, silent"] = fn() => $easy("handshake $bytes, silent", 300);
        $cases["handshake: $bytes, multi"] = fn() => $multi(["handshake $bytes, close", "handshake $bytes, reset", 'trickles']);
        $cancelled["handshake $bytes"] = ["handshake $bytes, silent", fn() => $easy("handshake $bytes, silent")];
    }
    $cases['multi: time limit'] = fn() => $multi(array_map(fn($part) => "stops in $part", $parts), 300);
    $cases['trickles'] = fn() => $easy('trickles');
    $cases['trickles, with a function'] = fn() => $pieces('trickles');
    $cases['TLS trickles'] = fn() => $easy('TLS trickles');
    $cases['multi of both'] = fn() => $multi(['trickles', 'TLS trickles']);
    $cases['a connection that is kept and reset'] = function () use ($handle, $result) {
        $h = $handle('kept, then reset');
        // curl tries again, on a new connection.
        return [curl_exec($h), curl_exec($h), curl_errno($h), curl_getinfo($h, CURLINFO_NUM_CONNECTS)];
    };
    $cases['a body that is read slowly'] = function () use ($handle, $result) {
        $h = $handle('reads slowly', 30_000, [CURLOPT_POSTFIELDS => str_repeat('x', 4 << 20) . 'the end',
            CURLOPT_HTTPHEADER => ['Expect:']]);
        return [curl_exec($h), curl_errno($h), curl_getinfo($h, CURLINFO_SIZE_UPLOAD_T)];
    };
    $cancelled['then used again'] = ['stops in a chunk', function () use ($handle) {
        $h = $handle('stops in a chunk');
        try {
            return curl_exec($h);
        } catch (Async\AsyncCancellation) {
            curl_setopt($h, CURLOPT_URL, 'https://127.0.0.1:' . port('TLS whole') . '/');
            curl_setopt($h, CURLOPT_TIMEOUT_MS, 30_000);
            return [curl_exec($h), curl_errno($h)];
        }
    }];
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP, [], ...shared_extensions('curl'));
?>
--EXPECT--
trickles: ["beginend",0,"",200,8]
trickles, with a function: {"0":"beginend","1":0,"2":"","3":200,"4":8,"all":""}
TLS trickles: ["beginend",0,"",200,8]
multi of both: {"TLS trickles":[0,"beginend",""],"trickles":[0,"beginend",""]}
a connection that is kept and reset: ["beginend","beginend",0,1]
a body that is read slowly: ["beginend",0,4194311]
easy: 42 as in stock
multi: 8 as in stock
time limit: 7 as in stock
handshake: 12 as in stock
cancelled: 17 cases: "AsyncCancellation"
cancelled: then used again: ["beginend",0]
