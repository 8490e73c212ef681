--TEST--
Guzzle, unmodified: requests of coroutines overlap, on one client and on several, with each of its handlers
--DESCRIPTION--
Rules: io CU-1, io CU-2, io CU-6
Order: independent
--EXTENSIONS--
curl
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/packages.php';
if ($why = missing_package('GuzzleHttp/autoload.php')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/packages.php';
require __DIR__ . '/../lib/watchdog.php';

use_package('GuzzleHttp/autoload.php');
watchdog();

$server = new HttpServer;
$base = ['base_uri' => $server->url('/')];
$client = new GuzzleHttp\Client($base);
$streams = new GuzzleHttp\Client($base + ['handler' => GuzzleHttp\HandlerStack::create(new GuzzleHttp\Handler\StreamHandler)]);
$text = fn($response) => (string) $response->getBody();

compare_with_coroutines('one client', fn($i) => $text($client->get("kept/10$i")));
compare_with_coroutines('own clients', fn($i) => $text((new GuzzleHttp\Client($base))->get("after/10$i")));
compare_with_coroutines('streams', fn($i) => $text($streams->get("after/10$i")));
compare_with_coroutines('promises', fn($i) => array_map($text, GuzzleHttp\Promise\Utils::unwrap([
    $client->getAsync("after/10$i"), $client->getAsync("kept/9$i"), $client->getAsync('hello'),
])));
compare_with_coroutines('time limit', function ($i) use ($client) {
    try {
        return $client->get('hang', ['timeout' => 0.1])->getStatusCode();
    } catch (GuzzleHttp\Exception\ConnectException $e) {
        return $e->getHandlerContext()['errno'];
    }
});
--EXPECT--
one client: the same, at once
own clients: the same, at once
streams: the same, at once
promises: the same, at once
time limit: the same, at once
