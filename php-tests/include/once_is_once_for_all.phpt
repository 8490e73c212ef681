--TEST--
IN-3: a file loaded by one coroutine is not loaded again by *_once in another, also while it is suspended in it
--DESCRIPTION--
Rules: IN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$file = tempnam(sys_get_temp_dir(), 'include');
file_put_contents($file, '<?php echo "file begins\n"; Async\suspend(); echo "file ends\n"; return "value";');
$a = spawn(fn() => require $file);
$b = spawn(fn() => require_once $file);
$c = spawn(fn() => include_once $file);
echo json_encode([await($a), await($b), await($c), require_once $file]), "\n";
var_dump(in_array($file, get_included_files(), true));
unlink($file);
--EXPECT--
file begins
file ends
["value",true,true,true]
bool(true)
