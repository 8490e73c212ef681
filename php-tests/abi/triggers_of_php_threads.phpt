--TEST--
Every PHP thread hears its own triggers, and has its own tasks
--DESCRIPTION--
Rules: ABI-154, ABI-160
Order: independent
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (!PHP_ZTS) die('skip needs a PHP with threads');
?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();
use function Async\delay;

const THREADS = 4;
$directory = temporary_directory();
$paths = [];
for ($i = 0; $i < THREADS; $i++) {
    $paths[] = $path = "$directory/$i.php";
    file_put_contents($path, <<<'SCRIPT'
    <?php
    ob_start();
    async_test_trigger_threads(2, 500);
    async_test_trigger_late(50);
    async_test_task_disposed();
    $counted = async_test_counts()[0];
    async_test_task_left(false);
    file_put_contents(__FILE__ . '.out', ob_get_clean() . "counted $counted\n");
    SCRIPT);
}
// Twice: the second time with what the threads of the first have left.
for ($round = 0; $round < 2; $round++) {
    async_test_php_threads_start(...$paths);
    do {
        delay(5);
    } while (async_test_php_threads_running() > 0);
    async_test_php_threads_join();
    $outputs = array_map(fn($path) => file_get_contents("$path.out"), $paths);
    echo count(array_unique($outputs)) === 1 ? $outputs[0] : implode("\n", $outputs);
}
?>
--EXPECT--
resumed true, seen 1000 of 1000, not exactly once 0, merged true
rung true
counted 1
disposed: closed true, result NULL, no exception
told 1, counted 0
counted 0
resumed true, seen 1000 of 1000, not exactly once 0, merged true
rung true
counted 1
disposed: closed true, result NULL, no exception
told 1, counted 0
counted 0
