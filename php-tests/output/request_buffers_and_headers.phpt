--TEST--
OB-9: output_buffering, output_handler and zlib.output_compression hold what coroutines write, so that all of them can set headers
--DESCRIPTION--
Rules: OB-9
Order: dependent
--SKIPIF--
<?php
if (!getenv('TEST_EXTENSION_PATH')) die('skip needs the path of the extension in TEST_EXTENSION_PATH');
if (!extension_loaded('zlib')) die('skip zlib');
?>
--FILE--
<?php
require __DIR__ . '/../lib/server.php';

$code = <<<'PHP'
<?php
use function Async\{spawn, await, suspend};
header('Content-Type: text/plain');
echo "main\n";
foreach ([1, 2] as $i) $coroutines[] = spawn(function () use ($i) {
    echo "coroutine $i\n";
    suspend();
    header("X-Coroutine-$i: " . ob_get_level());
    setcookie("c$i", 'v');
    ob_start();
    echo "own $i\n";
    suspend();
    ob_end_flush();
});
$coroutines[] = spawn(function () { await(spawn(fn() => suspend())); http_response_code(201); });
foreach ($coroutines as $coroutine) await($coroutine);
if (isset($_GET['long'])) await(spawn(function () { echo str_repeat('.', 20000), "\n"; flush(); }));
if (isset($_GET['flush'])) await(spawn(function () { flush(); }));
if (isset($_GET['close'])) ob_end_flush();
await(spawn(function () { suspend(); echo headers_sent() ? "sent\n" : "not sent\n"; }));
PHP;
foreach (['output_buffering=4096', 'output_buffering=1', 'output_handler=ob_gzhandler', 'zlib.output_compression=1'] as $setting) {
    $server = start_php_server($code, 1, ['-d', 'extension=' . getenv('TEST_EXTENSION_PATH'), '-d', 'html_errors=0', '-d', $setting]);
    foreach (['', 'long', 'flush', 'close'] as $query) {
        $context = stream_context_create(['http' => ['timeout' => 10, 'header' => 'Accept-Encoding: gzip']]);
        $body = file_get_contents($server->url("/?$query"), false, $context);
        if ($compressed = in_array('Content-Encoding: gzip', $http_response_header)) $body = gzdecode($body);
        echo "$setting $query: ", substr($http_response_header[0], 9, 3), $compressed ? ' gzip ' : ' ',
            implode(' ', preg_grep('/X-Coroutine|Set-Cookie/', $http_response_header)), "\n    ",
            preg_replace('~\.{20000}~', '20000', strtr(rtrim($body), "\n", ',')), "\n";
    }
    $server->stop();
}
--EXPECT--
output_buffering=4096 : 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,not sent
output_buffering=4096 long: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,20000,sent
output_buffering=4096 flush: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,sent
output_buffering=4096 close: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,sent
output_buffering=1 : 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,not sent
output_buffering=1 long: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,20000,sent
output_buffering=1 flush: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,sent
output_buffering=1 close: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,sent
output_handler=ob_gzhandler : 201 gzip X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,not sent
output_handler=ob_gzhandler long: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,20000,sent
output_handler=ob_gzhandler flush: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,sent
output_handler=ob_gzhandler close: 201 gzip X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2
zlib.output_compression=1 : 201 gzip X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,not sent
zlib.output_compression=1 long: 201 gzip X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,20000,sent
zlib.output_compression=1 flush: 201 X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2,sent
zlib.output_compression=1 close: 201 gzip X-Coroutine-1: 0 Set-Cookie: c1=v X-Coroutine-2: 0 Set-Cookie: c2=v
    main,coroutine 1,coroutine 2,own 1,own 2
