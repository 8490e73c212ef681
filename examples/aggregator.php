<?php

declare(strict_types=1);

/*
 * Fan-out and fan-in: one page made of the answers of several services, of which some are slow, some broken.
 *
 *     product page = catalogue (mandatory) + price from the faster of two mirrors + stock + reviews + advertisement
 *
 * All services are asked at once, each with a time limit of its own. What fails is left out of the page; only the
 * catalogue must answer. Exits with 1 if the page is not what it has to be or took as long as its slowest service.
 */

use Async\OperationCanceledException;
use Async\TimeoutException;
use function Async\await;
use function Async\await_all;
use function Async\await_all_or_fail;
use function Async\await_first_success;
use function Async\spawn;
use function Async\timeout;

require __DIR__ . '/lib/http.php';
require __DIR__ . '/lib/local_service.php';

if (!extension_loaded('true_async')) {
    fwrite(STDERR, "The extension true_async is not loaded; use `examples/run aggregator.php`.\n");
    exit(2);
}

const LIMIT_MS = 400;

/** Services as they are in real life: delay in milliseconds, then an answer, or null to hang up. */
const SERVICES = [
    '/catalogue' => [40, '200 OK', 'Teapot, 1.2 l'],
    '/price/berlin' => [90, '200 OK', '24.90'],
    '/price/tokyo' => [30, '200 OK', '24.90'],
    '/price/broken' => [5, '500 Internal Server Error', 'no price'],
    '/stock' => [60, '200 OK', '7 pieces'],
    '/reviews' => [5_000, '200 OK', 'never seen'],
    '/advertisement' => [10, null, ''],
];

/** What `$task` returns. Cancelled when it takes longer than the limit. */
function within(int $ms, Closure $task): mixed
{
    $running = spawn($task);
    try {
        return await($running, timeout($ms));
    } catch (OperationCanceledException $late) {
        // Giving up the wait leaves the work running: end it, too.
        $running->cancel();
        throw new TimeoutException("no answer within $ms ms", 0, $late);
    }
}

$services = new LocalService(function ($connection): void {
    ['path' => $path] = read_request($connection);
    [$delay_ms, $status, $body] = SERVICES[$path];
    usleep($delay_ms * 1000);
    if ($status !== null) {
        send_answer($connection, $status, $body);
    }
});

$ask = fn(string $path): string => within(LIMIT_MS, fn() => fetch_with_sockets("http://{$services->address}$path"));

$start = hrtime(true);

// Each asks its services at once; the three groups run at once as well.
$mandatory = spawn(fn() => await_all_or_fail(['catalogue' => spawn($ask, '/catalogue')]));
$price = spawn(fn() => await_first_success([
    'broken' => spawn($ask, '/price/broken'),
    'berlin' => spawn($ask, '/price/berlin'),
    'tokyo' => spawn($ask, '/price/tokyo'),
]));
$optional = spawn(fn() => await_all([
    'reviews' => spawn($ask, '/reviews'),
    'stock' => spawn($ask, '/stock'),
    'advertisement' => spawn($ask, '/advertisement'),
], fillNull: true));

$page = await($mandatory);
[$page['price'], $price_errors] = await($price);
[$parts, $errors] = await($optional);
$page += $parts;
$errors += $price_errors;
$took_ms = intdiv(hrtime(true) - $start, 1_000_000);
$services->stop();

foreach ($page as $part => $text) {
    printf("%-14s %s\n", $part, $text ?? '-');
}
ksort($errors);
foreach ($errors as $part => $error) {
    printf("left out: %-14s %s: %s\n", $part, $error::class, $error->getMessage());
}
$as_slow_as_its_limit = $took_ms < 4 * LIMIT_MS;
printf("%s\n", $as_slow_as_its_limit ? 'took little more than the limit' : "took $took_ms ms");

$expected = [
    'catalogue' => 'Teapot, 1.2 l', 'price' => '24.90',
    'reviews' => null, 'stock' => '7 pieces', 'advertisement' => null,
];
exit($page === $expected && array_keys($errors) === ['advertisement', 'broken', 'reviews'] && $as_slow_as_its_limit ? 0 : 1);
