--TEST--
IN-1: included files see the variables of the function and return values, also when the file suspends
--DESCRIPTION--
Rules: IN-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$file = tempnam(sys_get_temp_dir(), 'include');
file_put_contents($file, '<?php Async\suspend(); $set = "$local set"; Async\suspend(); return [$set, count(get_defined_vars())];');
$task = function ($id) use ($file) {
    suspend();
    $local = "local $id";
    $result = include $file;
    suspend();
    return [$result, $set, isset($other) ? 'mixed up' : 'own'];
};
$cs = [spawn($task, 1), spawn($task, 2), spawn(function () use ($file) { $other = 1; $local = 'third'; return [require $file, $set]; })];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
$local = 'main';
echo (include $file)[0], "\n";
unlink($file);
--EXPECT--
[["local 1 set",4],"local 1 set","own"]
[["local 2 set",4],"local 2 set","own"]
[["third set",4],"third set"]
main set
