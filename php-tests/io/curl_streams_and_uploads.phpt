--TEST--
CU-3: FILE, WRITEHEADER, STDERR, INFILE, READFUNCTION, CURLFile and POST give in coroutines what they give in stock PHP
--DESCRIPTION--
Rules: io CU-3
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/upload_server.php';

watchdog(60);
$server = new UploadServer;
$upload = temporary_path('upload');
file_put_contents($upload, 'contents of a file');
register_shutdown_function(fn() => unlink($upload));

/** A transfer: the result, the answer, the error. */
function transfer(string $url, array $options): array
{
    $h = curl_init($url);
    curl_setopt_array($h, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*', CURLOPT_HTTPHEADER => ['Expect:']] + $options);
    return [curl_exec($h), curl_errno($h), curl_getinfo($h, CURLINFO_HTTP_CODE)];
}

function contents($stream): string
{
    rewind($stream);
    return stream_get_contents($stream);
}

$data = implode(',', range(0, 30_000));
$pause = fn() => null;
$cases = [
    'FILE' => function () use ($server) {
        $file = tmpfile();
        return [transfer($server->url('/drip/5'), [CURLOPT_FILE => $file]), contents($file)];
    },
    'WRITEHEADER' => function () use ($server) {
        $file = tmpfile();
        $result = transfer($server->url('/header'), [CURLOPT_WRITEHEADER => $file]);
        return [$result, preg_match_all('~^(HTTP/1.1 200 OK|X-Path: /header)\r$~m', contents($file))];
    },
    'STDERR' => function () use ($server) {
        $file = tmpfile();
        $result = transfer($server->url('/verbose'), [CURLOPT_VERBOSE => true, CURLOPT_STDERR => $file]);
        return [$result, preg_match_all('~^< (HTTP/1.1 200 OK|X-Path: /verbose)\r$~m', contents($file))];
    },
    'INFILE' => function () use ($server, $data) {
        $file = tmpfile();
        fwrite($file, $data);
        rewind($file);
        $options = [CURLOPT_UPLOAD => true, CURLOPT_INFILE => $file, CURLOPT_INFILESIZE => strlen($data)];
        return transfer($server->url('/infile'), $options);
    },
    'PUT' => function () use ($server, $data) {
        $file = tmpfile();
        fwrite($file, $data);
        fseek($file, 1000);
        return transfer($server->url('/put'), [CURLOPT_PUT => true, CURLOPT_INFILE => $file, CURLOPT_INFILESIZE => strlen($data) - 1000]);
    },
    'READFUNCTION' => function () use ($server, $data, &$pause) {
        $sent = 0;
        $read = function ($h, $stream, int $length) use (&$sent, $data, &$pause) {
            $pause();
            $part = substr($data, $sent, min($length, 10_000));
            $sent += strlen($part);
            return $part;
        };
        $options = [CURLOPT_UPLOAD => true, CURLOPT_READFUNCTION => $read, CURLOPT_INFILESIZE => strlen($data)];
        return [transfer($server->url('/read'), $options), $sent === strlen($data)];
    },
    'READFUNCTION with INFILE' => function () use ($server, $data, &$pause) {
        $file = tmpfile();
        fwrite($file, $data);
        rewind($file);
        $read = function ($h, $stream, int $length) use ($file, &$pause) {
            $pause();
            return $stream === $file ? fread($stream, $length) : '';
        };
        return transfer($server->url('/read'), [CURLOPT_UPLOAD => true, CURLOPT_READFUNCTION => $read, CURLOPT_INFILE => $file,
            CURLOPT_INFILESIZE => strlen($data)]);
    },
    'POST' => fn() => transfer($server->url('/post'), [CURLOPT_POSTFIELDS => 'a=1&b=2']),
    'a form' => fn() => transfer($server->url('/form'), [CURLOPT_POSTFIELDS => ['a' => 'text', 'b' => 'more']]),
    'CURLFile' => fn() => transfer($server->url('/file'), [CURLOPT_POSTFIELDS => [
        'field' => 'text', 'file' => new CURLFile($upload, 'text/x-test', 'name.txt'), 'string' => new CURLStringFile('of memory', 'b.bin'),
    ]]),
];
$stock = array_map(fn(Closure $case) => $case(), $cases);
$pause = suspend(...);
// All at once, each kind twice.
$coroutines = [array_map(fn($case) => spawn($case), $cases), array_map(fn($case) => spawn($case), $cases)];
$turns = 0;
$other = spawn(function () use (&$turns) {
    for (;; $turns++) {
        suspend();
    }
});
foreach ($stock as $name => $expected) {
    foreach ($coroutines as $started) {
        $result = await($started[$name]);
        if ($result !== $expected) {
            echo "$name: ", json_encode($result), "\n";
        }
    }
    echo "$name: ", substr(json_encode($expected, JSON_UNESCAPED_SLASHES), 0, 126), "\n";
}
$other->cancel();
echo $turns > 10 ? "others ran\n" : "$turns turns\n";
?>
--EXPECT--
FILE: [[true,0,200],"000\n001\n002\n003\n004\n"]
WRITEHEADER: [["[\"GET\",0,0,[]]",0,200],2]
STDERR: [["[\"GET\",0,0,[]]",0,200],2]
INFILE: ["[\"PUT\",168895,3828351838,[]]",0,200]
PUT: ["[\"PUT\",167895,4012233645,[]]",0,200]
READFUNCTION: [["[\"PUT\",168895,3828351838,[]]",0,200],true]
READFUNCTION with INFILE: ["[\"PUT\",168895,3828351838,[]]",0,200]
POST: ["[\"POST\",0,0,{\"a\":\"1\",\"b\":\"2\"}]",0,200]
a form: ["[\"POST\",0,0,{\"a\":\"text\",\"b\":\"more\"}]",0,200]
CURLFile: ["[\"POST\",0,0,{\"field\":\"text\",\"file\":[\"name.txt\",\"text/x-test\",\"contents of a file\"],\"string\":[\"b.bin\",\"app
others ran
