--TEST--
Symfony's HTTP client, unmodified: one client, also the one on curl's multi handle, serves all coroutines at once
--DESCRIPTION--
Rules: io CU-2, io W-9, io W-10, io FW-2
Order: independent
--EXTENSIONS--
curl
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/packages.php';
if ($why = missing_package('Symfony/Component/HttpClient/autoload.php')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/packages.php';
require __DIR__ . '/../lib/watchdog.php';

use_package('Symfony/Component/HttpClient/autoload.php');
watchdog();

$server = new HttpServer;
$clients = [
    'curl' => new Symfony\Component\HttpClient\CurlHttpClient,
    'streams' => new Symfony\Component\HttpClient\NativeHttpClient,
];
// It has at most six connections to one host.
foreach ($clients as $name => $client) {
    $get = fn($path) => $client->request('GET', $server->url($path));
    compare_with_coroutines("$name, closed", fn($i) => $get("/after/10$i")->getContent());
    compare_with_coroutines("$name, kept", fn($i) => $get("/kept/10$i")->getContent());
    compare_with_coroutines("$name, status only", fn($i) => $get("/after/10$i")->getStatusCode());
    compare_with_coroutines("$name, parts", function ($i) use ($client, $get) {
        $text = '';
        foreach ($client->stream($get('/drip/20')) as $part) $text .= $part->getContent();
        return $text;
    });
    compare_with_coroutines("$name, time limit", function ($i) use ($client, $server) {
        try {
            return $client->request('GET', $server->url('/hang'), ['timeout' => 0.1])->getContent();
        } catch (Symfony\Component\HttpClient\Exception\TransportException) {
            return 'timed out';
        }
    });
}
--EXPECT--
curl, closed: the same, at once
curl, kept: the same, at once
curl, status only: the same, at once
curl, parts: the same, at once
curl, time limit: the same, at once
streams, closed: the same, at once
streams, kept: the same, at once
streams, status only: the same, at once
streams, parts: the same, at once
streams, time limit: the same, at once
