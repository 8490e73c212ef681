--TEST--
CO-20, CO-21, CX-9: names of files and keys keep their bytes in locations and messages
--DESCRIPTION--
Rules: CO-20, CO-21, CX-9
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

$file = temporary_path("true_async_\xff") . '.php';
file_put_contents($file, '<?php return Async\spawn(function () { Async\suspend(); });');
$coroutine = include $file;
unlink($file);
Async\suspend();
var_dump($coroutine->getSpawnLocation() === "$file:1", $coroutine->getSuspendLocation() === "$file:1");
try {
    (new Async\Context)->get("key\xff");
} catch (Async\ContextException $e) {
    var_dump($e->getMessage() === "Context key \"key\xff\" not found");
}
--EXPECT--
bool(true)
bool(true)
bool(true)
