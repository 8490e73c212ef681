<?php

declare(strict_types=1);

/*
 * Prints what a request costs the file server of php-tests/ext/io_server and one in plain C on libuv: run.php EXTENSION IO_SERVER
 * LIBUV_SERVER. BENCH_ROUNDS rounds (9) of a second for each server; shown are medians.
 */

require __DIR__ . '/load.php';

const BUDGET = 1.25;

[, $extension, $io_server, $libuv_server] = $argv;
$directory = sys_get_temp_dir() . '/io_server-' . getmypid();
mkdir($directory);
$rounds = max(1, (int) (getenv('BENCH_ROUNDS') ?: 9));
$over = false;
printf("%-22s %12s %12s %7s\n", 'processor time, µs', 'true_async', 'libuv', 'ratio');
$sizes = ['1 KiB, writev' => 1024, '16 KiB, writev' => 16_384, '64 KiB, sendfile' => 65_536, '256 KiB, sendfile' => 262_144];
foreach ($sizes as $what => $size) {
    file_put_contents("$directory/file", random_bytes($size));
    $commands = server_commands($extension, $io_server, $libuv_server, $directory);
    $result = compare_servers($commands, 'file', $rounds, 1, 32);
    $verdict = $result['ratio'] <= BUDGET ? 'ok' : 'over';
    printf("%-22s %12.2f %12.2f %7.2f", $what, $result['true_async'], $result['libuv'], $result['ratio']);
    printf("  ≤ %.2f %s %s\n", BUDGET, $verdict, $result['errors']);
    $over = $over || $verdict !== 'ok' || $result['errors'] !== '';
    unlink("$directory/file");
}
rmdir($directory);
exit($over ? 1 : 0);
