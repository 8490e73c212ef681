--TEST--
ES-3: library code that uses much C stack (pcre, json, serialize, var_export) runs in a coroutine
--DESCRIPTION--
Rules: ES-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$task = function () {
    $deep = 'leaf'; for ($i = 0; $i < 200; $i++) $deep = [$deep];
    suspend();
    $json = json_encode($deep); $back = json_decode($json, true);
    return [$back === $deep, unserialize(serialize($deep)) === $deep, strlen(var_export($deep, true)) > 1000,
        preg_match('~^(\((?:[^()]|(?1))*\))$~', str_repeat('(', 200) . str_repeat(')', 200)), $deep == $back];
};
$cs = [spawn($task), spawn($task)];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
--EXPECT--
[true,true,true,1,true]
[true,true,true,1,true]
