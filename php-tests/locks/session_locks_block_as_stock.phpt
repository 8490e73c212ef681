--TEST--
FW-4: a session whose file another process has locked is waited for as in stock PHP, and read whole afterwards
--DESCRIPTION--
Rules: io FW-4, io FL-1
Order: independent
--SKIPIF--
<?php if (!extension_loaded('session')) die('skip needs session'); ?>
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
require __DIR__ . '/../lib/temporary.php';
use function Async\{spawn, await, suspend};

watchdog();
ob_start();
$directory = temporary_directory();
session_save_path($directory);
session_id('abc');
file_put_contents("$directory/sess_abc", 'n|i:41;');
$child = proc_open([PHP_BINARY, '-n', '-r',
    '$f = fopen($argv[1], "r+"); flock($f, LOCK_EX); echo "has\n"; usleep(100000);', "$directory/sess_abc"],
    [1 => ['pipe', 'w']], $pipes);
fgets($pipes[1]);
$ran = false;
$other = spawn(function () use (&$ran) { suspend(); $ran = true; });
$session = spawn(function () { session_start(); $_SESSION['n']++; session_write_close(); return $_SESSION['n']; });
var_dump(await($session));
await($other);
echo file_get_contents("$directory/sess_abc"), "\n";
--EXPECT--
int(42)
n|i:42;
