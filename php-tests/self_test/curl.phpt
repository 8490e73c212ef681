--TEST--
io chapter 10: libcurl comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--EXTENSIONS--
curl
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/trace.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
$handle = function () use ($server) {
    $handle = curl_init($server->url('/hello'));
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    return $handle;
};
expect_hits('curl_exec', ['poll|__poll_chk', 'connect', 'send|sendto', 'recv', 'close'], fn() => curl_exec($handle()));
expect_hits('curl_multi_*', ['poll|__poll_chk', 'connect', 'send|sendto', 'recv'], function () use ($handle) {
    $multi = curl_multi_init();
    curl_multi_add_handle($multi, $handle());
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi, 0.1);
    } while ($running);
});
$resolves = function () use ($server) {
    $handle = curl_init(str_replace('127.0.0.1', 'localhost', $server->url('/hello')));
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    curl_setopt($handle, CURLOPT_IPRESOLVE, CURL_IPRESOLVE_V4);
    curl_exec($handle);
};
// The lookup itself is libcurl's thread's, which is no coroutine; its end is waited for.
expect_hits('a name', ['socketpair|pipe|pthread_join|poll', 'connect'], $resolves);
?>
--EXPECT--
curl_exec: hit
curl_multi_*: hit
a name: hit
