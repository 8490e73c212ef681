--TEST--
An extension of an outsider: its file server answers all requests of wrk, of a hundred connections at once, and leaves nothing behind
--DESCRIPTION--
Rules: ABI-2, ABI-155, ABI-156, ABI-157, ABI-158
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (!shell_exec('command -v wrk')) die('skip needs wrk');
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('io_server');
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/io_server.php';
watchdog(50);
use function Async\{delay, spawn};

$directory = temporary_directory();
foreach (['small' => 1024, 'medium' => 40_000, 'large' => 262_144] as $name => $size) file_put_contents("$directory/$name", text($size));
$descriptors = open_descriptors();
$port = io_server_files($directory, '127.0.0.1', 0);

/** What wrk says; the server runs in this process, beside the coroutine that waits for it. */
function load(int $port, string $path, int $connections): void
{
    $output = (string) shell_exec("wrk -t1 -c$connections -d1s --timeout 20s http://127.0.0.1:$port/$path 2>&1");
    preg_match('/(\d+) requests in/', $output, $requests);
    preg_match_all('/^\s*(?:Socket errors|Non-2xx).*/m', $output, $errors);
    $answered = ($requests[1] ?? 0) >= $connections ? 'answered' : $output;
    echo "$path, $connections connections: $answered, ", implode($errors[0]) ?: 'no errors', "\n";
}

$beside = 0;
$other = spawn(function () use (&$beside) { while (true) { $beside++; delay(1); } });
load($port, 'small', 100);
load($port, 'medium', 100);
load($port, 'large', 20);
// With fewer, wrk has no room for the numbers of its descriptors: it inherits some, most under valgrind.
load($port, 'small', 5);
$other->cancel();
unset($other);
echo 'others ran: ', $beside > 1 ? 'yes' : 'no', "\n";
// wrk leaves connections in the middle of responses.
echo 'connections: ', until(fn() => io_server_connections($port) === 0) ? 'none' : io_server_connections($port), "\n";
io_server_stop($port);
print_left($descriptors);
?>
--EXPECT--
small, 100 connections: answered, no errors
medium, 100 connections: answered, no errors
large, 20 connections: answered, no errors
small, 5 connections: answered, no errors
others ran: yes
connections: none
left: descriptors none, events none
