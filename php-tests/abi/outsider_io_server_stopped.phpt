--TEST--
An extension of an outsider: its servers can be stopped while transfers run, at the end of a script too, and leave nothing behind
--DESCRIPTION--
Rules: ABI-2, ABI-155, ABI-156, ABI-157, ABI-158, ABI-190
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('io_server');
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/io_server.php';
watchdog(50);
use function Async\{await, delay, spawn};

$directory = temporary_directory();
file_put_contents("$directory/large", str_repeat(text(100_000), 60));
file_put_contents("$directory/small", 'small');
$descriptors = open_descriptors();

echo "-- while transfers run\n";
$files = io_server_files($directory, '127.0.0.1', 0);
$echo = io_server_echo('127.0.0.1', 0);
$waiting = [spawn(io_server_wait(...), $files), spawn(io_server_wait(...), $files), spawn(io_server_wait(...), $echo)];
$clients = $writers = [];
for ($i = 0; $i < 5; $i++) {
    $clients[] = $client = connect($files);
    fwrite($client, request('small') . request('large') . request('small'));
    $clients[] = $client = connect($echo);
    $writers[] = spawn(write_all(...), $client, str_repeat('x', 6_000_000));
}
$clients[] = connect($files);
until(fn() => io_server_connections($files) === 6 && io_server_connections($echo) === 5);
foreach ($clients as $client) if ($client !== end($clients)) fread($client, 100);
io_server_stop($files);
delay(1);
echo 'waits: ', implode(', ', array_map(fn($coroutine) => $coroutine->isCompleted() ? 'over' : 'on', $waiting)), "\n";
io_server_stop($echo);
foreach ($waiting as $coroutine) await($coroutine);
echo "waited\n";
// What the clients get is an end or a reset.
foreach ($writers as $writer) await($writer);
foreach ($clients as $client) {
    read_rest($client);
    fclose($client);
}
echo 'nobody listens: ', @stream_socket_client("tcp://127.0.0.1:$files") === false ? 'refused' : 'connected', "\n";
unset($client, $clients, $waiting, $coroutine, $writer, $writers);
print_left($descriptors);

echo "-- at once, by others, cancelled\n";
io_server_stop(io_server_echo('127.0.0.1', 0));
$port = io_server_echo('127.0.0.1', 0);
$waiting = spawn(io_server_wait(...), $port);
delay(1);
$waiting->cancel(new Async\AsyncCancellation('cancelled'));
try { await($waiting); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
spawn(function () use ($port) { delay(5); io_server_stop($port); });
io_server_wait($port);
unset($waiting, $e);

echo "-- what is wrong\n";
foreach ([fn() => io_server_stop($port), fn() => io_server_wait(1), fn() => io_server_connections(-1),
        fn() => io_server_echo('127.0.0.1', -1),
        fn() => io_server_files("$directory/none", '127.0.0.1', 0),
        fn() => io_server_files("$directory/small", '127.0.0.1', 0), fn() => io_server_files($directory, '127.0.0.1', 70_000)] as $call) {
    echo preg_replace(['/\d{4,}/', '~/\S*/~'], ['N', ''], attempt($call)), "\n";
}
print_left($descriptors);

echo "-- left at the end\n";
$port = io_server_files($directory, '127.0.0.1', 0);
$client = connect($port);
fwrite($client, request('large'));
fread($client, 10);
io_server_echo('127.0.0.1', 0);
async_test_report_at_end();
exit("exit\n");
?>
--EXPECT--
-- while transfers run
waits: over, over, on
waited
nobody listens: refused
left: descriptors none, events none
-- at once, by others, cancelled
cancelled
-- what is wrong
Error: No server listens on port N
Error: No server listens on port 1
Error: No server listens on port -1
Async\InputOutputException: Failed to listen on 127.0.0.1:-1: Invalid argument (os error 22)
Error: Cannot open the directory none: No such file or directory
Error: Cannot open the directory small: Not a directory
Async\InputOutputException: Failed to listen on 127.0.0.1:N: Invalid argument (os error 22)
left: descriptors none, events none
-- left at the end
exit
at end: events 0, coroutines 0, late runs 0
