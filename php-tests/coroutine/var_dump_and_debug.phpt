--TEST--
CO-1: var_dump, print_r, var_export and json_encode of a coroutine do not crash in any state
--DESCRIPTION--
Rules: CO-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$c = spawn(function () { suspend(); return 1; });
ob_start();
for ($i = 0; $i < 3; $i++) {
    var_dump($c); print_r($c);
    try { var_export($c); } catch (Throwable) {}
    json_encode($c); (array) $c; $c == clone_of($c); suspend();
}
function clone_of($c) { return $c; }
$text = ob_get_clean();
var_dump(str_contains($text, 'Async\Coroutine'));
--EXPECT--
bool(true)
