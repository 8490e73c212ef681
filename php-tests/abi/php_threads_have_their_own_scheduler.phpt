--TEST--
PHP threads run coroutines side by side, each with a scheduler of its own, and leave nothing behind
--DESCRIPTION--
Rules: ABI-18, ABI-71, FK-2, HK-1
Order: independent
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (!PHP_ZTS) die('skip needs a PHP with threads');
?>
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
const THREADS = 4;

file_put_contents(__DIR__ . '/php_threads.tmp.php', <<<'SCRIPT'
<?php
use function Async\{spawn, await, delay};

// Never uses the API: must see nothing of the others.
if (str_contains(__FILE__, 'plain')) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_timeout($a, 0, 20000);
    for ($i = 0; $i < 5; $i++) {
        fread($a, 1);
        usleep(1000);
    }
    file_put_contents(__FILE__ . '.out', implode(' ', async_test_counts()));
    return;
}
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$sum = 0;
$workers = [];
for ($i = 0; $i < 50; $i++) {
    $workers[] = spawn(function () use ($i, &$sum) {
        for ($turn = 0; $turn < 20; $turn++) {
            delay($turn % 3);
            $sum += $i;
        }
        return $i;
    });
}
// Every thread has its own table of PHP's functions.
try {
    if (pcntl_fork() === 0) {
        posix_kill(getpid(), SIGKILL);
    }
    $fork = 'forked';
} catch (Error) {
    $fork = 'refused';
}
$reader = spawn(function () use ($a) {
    $bytes = 0;
    while (!feof($a)) {
        $bytes += strlen(fread($a, 8192));
    }
    return $bytes;
});
spawn(function () use ($b) {
    for ($i = 0; $i < 100; $i++) {
        fwrite($b, str_repeat('x', 10000));
    }
    fclose($b);
});
$fiber = new Fiber(fn() => await(spawn(fn() => 'fiber')));
$fiber->start();
$returned = 0;
foreach ($workers as $worker) {
    $returned += await($worker);
}
try {
    await(spawn(fn() => throw new RuntimeException('own')));
} catch (RuntimeException $e) {
}
file_put_contents(__FILE__ . '.out', "$sum $returned " . await($reader) . " {$e->getMessage()} {$fiber->getReturn()} $fork");
SCRIPT);
$paths = [__DIR__ . '/php_threads_plain.tmp.php'];
for ($i = 0; $i < THREADS; $i++) {
    $paths[] = __DIR__ . "/php_threads_$i.tmp.php";
}
foreach ($paths as $path) {
    copy(__DIR__ . '/php_threads.tmp.php', $path);
}

function round_of_threads(array $paths): void
{
    async_test_php_threads_start(...$paths);
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        do {
            delay(1);
            $ticks++;
        } while (async_test_php_threads_running() > 0);
    });
    await($ticker);
    async_test_php_threads_join();
    var_dump($ticks > 5);
    foreach ($paths as $path) {
        echo file_get_contents("$path.out"), "\n";
        unlink("$path.out");
    }
}

function address_space_mb(): int
{
    preg_match('/VmSize:\s+(\d+)/', file_get_contents('/proc/self/status'), $match);
    return intdiv((int) $match[1], 1024);
}

round_of_threads($paths);
$before = address_space_mb();
round_of_threads($paths);
round_of_threads($paths);
// The stacks of one thread are half a gigabyte of address space.
var_dump(address_space_mb() - $before < 400);
?>
--CLEAN--
<?php
foreach (glob(__DIR__ . '/php_threads*.tmp.php*') as $file) {
    unlink($file);
}
?>
--EXPECT--
bool(true)
0 0
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
bool(true)
0 0
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
bool(true)
0 0
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
24500 1225 1000000 own fiber refused
bool(true)
