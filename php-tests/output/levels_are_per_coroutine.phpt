--TEST--
OB-2: ob_get_level() and ob_get_status() see only the stack of the executing coroutine
--DESCRIPTION--
Rules: OB-2, OB-8
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

ob_start(); ob_start();
$out = [];
$c = spawn(function () use (&$out) {
    $out[] = ob_get_level(); ob_start(); suspend(); $out[] = ob_get_level();
    $out[] = ob_get_clean(); $out[] = @ob_get_clean();
    $out[] = count(ob_list_handlers());
});
$c->finally(function () use (&$out) { $out[] = 'handler ' . ob_get_level(); });
suspend();
$out[] = 'main ' . ob_get_level();
await($c);
ob_end_clean(); ob_end_clean();
echo json_encode($out), "\n";
--EXPECT--
[0,"main 2",1,"",false,0,"handler 0"]
