--TEST--
P-4: the extension works whatever its file is called; its own calls of libc are never redirected
--DESCRIPTION--
Rules: P-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$directory = temporary_directory();
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
--EXPECT--
slept
status 0
