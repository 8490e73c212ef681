--TEST--
ST-12: a negative time limit of an HTTP context is no limit; a huge one is none in PHP 8.2, and refused where this PHP refuses it
--DESCRIPTION--
Rules: io ST-12
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
$get = function (int|float $limit) use ($server) {
    $context = stream_context_create(['http' => ['timeout' => $limit]]);
    error_clear_last();
    $text = @file_get_contents($server->url('/after/20'), false, $context);
    return [$text, preg_replace('~\d+$~', 'N', (string) strrchr(error_get_last()['message'] ?? '', ':'))];
};
$huge = [PHP_INT_MAX, 1e300];
// Before the first use of the API it is the stock PHP that answers.
$stock = array_map($get, $huge);
foreach ([-1, -0.5, PHP_INT_MIN] as $limit) {
    echo json_encode(await(spawn($get, $limit))), "\n";
}
$results = array_map(fn($limit) => await(spawn($get, $limit)), $huge);
echo 'huge: ', $results === $stock ? 'as stock' : json_encode([$results, $stock]), "\n";
$expected = match (true) {
    PHP_VERSION_ID < 80300 => ['after 20', ''],
    PHP_VERSION_ID >= 80400 => [false, ': timeout must be lower than N'],
    // It began in the middle of 8.3.
    default => $results[0],
};
foreach ($results as $result) {
    echo $result === $expected ? "as this version\n" : json_encode($result) . "\n";
}
?>
--EXPECT--
["after 20",""]
["after 20",""]
["after 20",""]
huge: as stock
as this version
as this version
