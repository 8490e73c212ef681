--TEST--
FW-4, io 17: functions of the modules in async.io_modules_blocking, those of session by default, are not left; the setting replaces the list
--DESCRIPTION--
Rules: io FW-4, SU-5
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('session')) die('skip needs session'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};
    final class Handler implements SessionHandlerInterface
    {
        function open(string $path, string $name): bool { return true; }
        function close(): bool { return true; }
        function read(string $id): string|false
        {
            try {
                suspend();
                echo "suspended\n";
            } catch (Async\AsyncException $e) {
                echo "refused\n";
            }
            return '';
        }
        function write(string $id, string $data): bool { return true; }
        function destroy(string $id): bool { return true; }
        function gc(int $lifetime): int|false { return 0; }
    }
    ob_start();
    session_set_save_handler(new Handler);
    await(spawn(session_start(...), ['use_cookies' => false, 'cache_limiter' => '']));
    await(spawn(fn() => array_map(function () { suspend(); echo "standard is none\n"; }, [1])));
    PHP;
foreach (['by default' => [], 'another list' => ['async.io_modules_blocking' => 'nothing, Standard']] as $title => $ini) {
    echo "-- $title\n";
    $child = child_php($code, $ini);
    echo preg_replace('~PHP ~', '', strtok($child['out'], "\n")), "\n";
    echo strtok("\n") , "\n";
}
--EXPECT--
-- by default
refused
standard is none
-- another list
suspended
Fatal error: Uncaught Async\AsyncException: Cannot suspend a coroutine while a file is being compiled, output is being written, or a function of an extension runs that must not be left (async.io_modules_blocking) in child.php:24
