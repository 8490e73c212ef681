--TEST--
An extension of an outsider: a request costs its file server about what it costs one in plain C on libuv
--DESCRIPTION--
Rules: ABI-156, ABI-158
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (!shell_exec('command -v wrk')) die('skip needs wrk');
if (getenv('TEST_UNDER') || PHP_DEBUG) die('skip measures an ordinary PHP');
exec('pkg-config --exists libuv 2>&1', $output, $status);
if ($status !== 0) die('skip needs libuv');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../../bench/io_server/load.php';

// The benchmark (bench/run-io-server) has the exact figures; here the machine is busy with other tests.
const MOST = 1.6, ROUNDS = 3;
$directory = temporary_directory();
echo build_libuv_server("$directory/libuv_server");
foreach (['small' => 1024, 'large' => 262_144] as $name => $size) {
    file_put_contents("$directory/$name", random_bytes($size));
    $commands = server_commands(true_async_module(), outsider('io_server'), "$directory/libuv_server", $directory);
    $result = compare_servers($commands, $name, ROUNDS, 1, 32);
    echo "$name: ", $result['ratio'] <= MOST ? 'about the same' : json_encode($result), ', ', $result['errors'] ?: 'no errors', "\n";
}
?>
--EXPECT--
small: about the same, no errors
large: about the same, no errors
