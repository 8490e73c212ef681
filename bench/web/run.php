<?php

declare(strict_types=1);

/*
 * run.php EXTENSION [PHP-FPM]
 *
 * What it costs a web request to spawn and await one coroutine: the same page without and with one, from PHP's own web server and from
 * PHP-FPM behind nginx, and the page without the extension. Shown is the processor time of PHP per request, medians of BENCH_ROUNDS
 * rounds (9) of a second. The exit code is 1 if the coroutine costs more than it may, or a request failed.
 */

require __DIR__ . '/../lib/load.php';
require __DIR__ . '/../../php-tests/lib/server.php';

/** Microseconds. */
const BUDGET = 15;
const CLIENTS = 4;
const PAGE = __DIR__ . '/page.php';

/** @return array{TestServer, callable(): list<int>} a server, and the processes of PHP in it */
function own_server(array $options): array
{
    $server = start_php_server(PAGE, 1, $options);
    return [$server, $server->processes(...)];
}

/** nginx and PHP-FPM with one worker. */
function fpm_server(string $fpm, array $options): array
{
    $page = PAGE;
    $fpm_server = TestServer::start(function (int $port, string $dir) use ($fpm, $options): array {
        $user = posix_geteuid() === 0 ? "user = root\ngroup = root" : '';
        file_put_contents("$dir/fpm.conf", <<<END
            [global]
            error_log = $dir/log
            daemonize = no
            [www]
            $user
            listen = 127.0.0.1:$port
            pm = static
            pm.max_children = 1
            END);
        $root = $user === '' ? [] : ['--allow-to-run-as-root'];
        return [$fpm, '-n', '--fpm-config', "$dir/fpm.conf", ...$root, ...$options];
    });
    $nginx = start_nginx(<<<END
        location / {
            fastcgi_pass 127.0.0.1:$fpm_server->port;
            fastcgi_param REQUEST_METHOD \$request_method;
            fastcgi_param REQUEST_URI \$request_uri;
            fastcgi_param SCRIPT_FILENAME $page;
        }
        END);
    return [$nginx, $fpm_server->processes(...), $fpm_server];
}

[, $extension, $fpm] = [...$argv, ''];
$rounds = max(1, (int) (getenv('BENCH_ROUNDS') ?: 9));
$servers = ["php -S" => own_server(...)];
if ($fpm !== '') {
    $servers['php-fpm'] = fn(array $options) => fpm_server($fpm, $options);
}
$over = false;
printf("%-12s %18s %18s %18s\n", 'µs a request', 'stock', 'without coroutine', 'with one');
foreach ($servers as $name => $start) {
    [$stock, $loaded] = [$start([]), $start(['-d', "extension=$extension"])];
    $costs = [];
    for ($round = -1; $round < $rounds; $round++) {
        foreach ([[$stock, ''], [$loaded, ''], [$loaded, 'coroutine']] as $index => [[$server, $processes], $path]) {
            $time = fn(): float => array_sum(array_map(time_on_processor(...), $processes()));
            $before = $time();
            [$count, $errors] = wrk($server->port, $path, 1, CLIENTS);
            // PHP's own server closes every connection, which wrk counts as an error when it reads.
            if ($count === 0 || str_contains($errors, 'Non-2xx')) {
                echo "$name, /$path: ", $errors ?: 'no request', "\n";
                $over = true;
            }
            if ($round >= 0) {
                $costs[$index][$round] = $count > 0 ? ($time() - $before) / $count / 1000 : NAN;
            }
        }
    }
    $more = median(array_map(fn(float $with, float $without) => $with - $without, $costs[2], $costs[1]));
    printf("%-12s %18.1f %18.1f %18.1f", $name, median($costs[0]), median($costs[1]), median($costs[2]));
    printf("  %+.1f ≤ %d %s\n", $more, BUDGET, $more <= BUDGET ? 'ok' : 'over');
    $over = $over || !($more <= BUDGET);
}
exit($over ? 1 : 0);
