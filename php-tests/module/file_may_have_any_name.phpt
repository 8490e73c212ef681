--TEST--
P-4: the extension works whatever its file is called; its own calls of libc are never redirected
--DESCRIPTION--
Rules: P-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$directory = sys_get_temp_dir() . '/any_name_' . getmypid();
mkdir($directory);
copy(true_async_module(), "$directory/coroutines.so");
file_put_contents("$directory/script.php", <<<'CODE'
    <?php
    use function Async\{await, spawn};
    $c = spawn(function () { usleep(1000); return 'slept'; });
    spawn(function () { usleep(10); });
    echo await($c), "\n";
    CODE);
passthru('timeout 20 ' . PHP_BINARY . " -n -d extension=$directory/coroutines.so $directory/script.php", $status);
echo "status $status\n";
array_map(unlink(...), glob("$directory/*"));
rmdir($directory);
--EXPECT--
slept
status 0
