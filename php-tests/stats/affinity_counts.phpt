--TEST--
ST-2: available_parallelism() honours the affinity mask
--DESCRIPTION--
Rules: ST-2
Order: independent
--FILE--
<?php
$taskset = trim((string) shell_exec('command -v taskset'));
if ($taskset === '') die("1\n");
require __DIR__ . '/../lib/child.php';
echo shell_exec("$taskset -c 0 " . PHP_BINARY . ' -n -d extension=' . true_async_module()
    . " -r 'echo Async\\available_parallelism();'"), "\n";
--EXPECT--
1
