<?php

declare(strict_types=1);

/*
 * Prints what a request costs a server in PHP on PHP's own streams and one in plain C on libuv: run.php EXTENSION LIBUV_SERVER.
 * BENCH_ROUNDS rounds (9) of a second for each server; shown are medians.
 */

require __DIR__ . '/../lib/load.php';

const BUDGETS = [64 => 1.15, 1000 => 1.30];

[, $extension, $libuv_server] = $argv;
$rounds = max(1, (int) (getenv('BENCH_ROUNDS') ?: 9));
$php = [PHP_BINARY, '-n', '-d', "extension=$extension", __DIR__ . '/server.php'];
$commands = ['true_async' => [...on_processor(0), ...$php], 'libuv' => [...on_processor(0), $libuv_server]];
$over = false;
printf("%-22s %12s %12s %7s\n", 'processor time, µs', 'true_async', 'libuv', 'ratio');
foreach (BUDGETS as $connections => $budget) {
    $result = compare_servers($commands, '', $rounds, 1, $connections);
    $verdict = $result['ratio'] <= $budget ? 'ok' : 'over';
    printf("%-22s %12.2f %12.2f %7.2f", "$connections connections", $result['true_async'], $result['libuv'], $result['ratio']);
    printf("  ≤ %.2f %s %s\n", $budget, $verdict, $result['errors']);
    $over = $over || $verdict !== 'ok' || $result['errors'] !== '';
}
exit($over ? 1 : 0);
