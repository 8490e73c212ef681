--TEST--
IN-2: functions, classes and constants of a file that a coroutine includes are there for all, also after its end
--DESCRIPTION--
Rules: IN-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$file = tempnam(sys_get_temp_dir(), 'include');
file_put_contents($file, '<?php const FROM_FILE = 1; function from_file() { return "function"; } class FromFile { } '
    . 'if (true) { function conditional() { return "conditional"; } } '
    . 'Async\suspend(); define("LATER", 2); class_alias("FromFile", "Alias");');
$c = spawn(function () use ($file) { include $file; suspend(); });
$other = spawn(function () { suspend(); suspend(); return [FROM_FILE, from_file(), get_class(new FromFile), conditional()]; });
echo json_encode(await($other)), "\n";
await($c); unset($c);
echo json_encode([FROM_FILE, from_file(), LATER, get_class(new Alias)]), "\n";
unlink($file);
--EXPECT--
[1,"function","FromFile","conditional"]
[1,"function",2,"FromFile"]
