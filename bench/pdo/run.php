<?php

declare(strict_types=1);

/*
 * run.php EXTENSION [options of PHP…]
 *
 * Requests of ten queries each: one process with a coroutine per client and a pool of connections, and stock PHP's own web server with
 * as many workers as the pool has connections. Shown are requests per second and the processor time of PHP per request, medians
 * of BENCH_ROUNDS rounds (5) of a second. The exit code is 1 if a request failed.
 */

require __DIR__ . '/../lib/load.php';
require __DIR__ . '/../../php-tests/lib/database.php';
require __DIR__ . '/queries.php';

const CONNECTIONS = 16;
const CLIENTS = 64;

/** @return array{float, float, string} requests per second, microseconds per request, errors */
function load(int $port, callable $time): array
{
    $before = $time();
    $started = microtime(true);
    [$count, $errors] = wrk($port, '', 1, CLIENTS);
    $seconds = microtime(true) - $started;
    return [$count / $seconds, $count > 0 ? ($time() - $before) / $count / 1000 : NAN, $errors];
}

$options = array_slice($argv, 2);
$rounds = max(1, (int) (getenv('BENCH_ROUNDS') ?: 5));
$failed = false;
printf("%-12s %-24s %12s %20s\n", 'database', 'server', 'requests/s', 'processor time, µs');
foreach (['PostgreSQL' => PostgresServer::class, 'MariaDB' => MariaDbServer::class] as $title => $class) {
    $database = $class::start();
    fill(new PDO($database->dsn(), $database->user, '', [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]));
    $coroutines = new LoadedServer([PHP_BINARY, '-n', ...$options, '-d', "extension=$argv[1]", __DIR__ . '/server.php',
        $database->dsn(), $database->user, (string) CONNECTIONS]);
    putenv('BENCH_DSN=' . $database->dsn());
    putenv("BENCH_USER=$database->user");
    $workers = start_php_server(__DIR__ . '/page.php', CONNECTIONS, $options);
    $servers = [
        'coroutines' => [$coroutines->port, fn() => $coroutines->time()],
        CONNECTIONS . ' blocking processes' => [
            $workers->port,
            fn() => array_sum(array_map(time_on_processor(...), $workers->processes())),
        ],
    ];
    $results = [];
    foreach ($servers as [$port]) wrk($port, '', 1, CLIENTS);
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($servers as $name => [$port, $time]) {
            $results[$name][] = $result = load($port, $time);
            // PHP's own server closes every connection, which wrk counts as errors when it reads.
            if ($port === $coroutines->port ? $result[2] !== '' : str_contains($result[2], 'Non-2xx')) {
                $failed = true;
                echo "$title, $name: $result[2]\n";
            }
        }
    }
    foreach ($results as $name => $of_rounds) {
        printf("%-12s %-24s %12.0f %20.0f\n", $title, $name, median(array_column($of_rounds, 0)), median(array_column($of_rounds, 1)));
    }
    unset($coroutines, $servers, $port, $time);
    $workers->stop();
    $database->stop();
}
exit($failed ? 1 : 0);
