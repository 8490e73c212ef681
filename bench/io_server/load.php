<?php

declare(strict_types=1);

/* The file server of php-tests/ext/io_server and the same one in plain C on libuv. */

require_once __DIR__ . '/../lib/load.php';

/** The programs that are compared: name => command. */
function server_commands(string $extension, string $io_server, string $libuv_server, string $directory): array
{
    $php = [PHP_BINARY, '-n', '-d', "extension=$extension", '-d', "extension=$io_server", __DIR__ . '/server.php', $directory];
    return ['true_async' => [...on_processor(0), ...$php], 'libuv' => [...on_processor(0), $libuv_server, $directory]];
}

/** Compiles the server on libuv; what the compiler says if it cannot. */
function build_libuv_server(string $to): ?string
{
    $ext = dirname(__DIR__, 2) . '/php-tests/ext/io_server';
    $flags = '$(pkg-config --cflags --libs libuv)';
    $command = 'cc -std=gnu11 -O2 -Wall -Wextra -Wno-unused-parameter -I ' . escapeshellarg($ext) . ' '
        . escapeshellarg(__DIR__ . '/libuv_server.c') . ' ' . escapeshellarg("$ext/http.c") . ' -o ' . escapeshellarg($to) . " $flags 2>&1";
    exec($command, $output, $status);
    return $status === 0 ? null : implode("\n", $output);
}
