--TEST--
OB-6: suspending inside an output callback does not crash
--DESCRIPTION--
Rules: OB-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$r = child_php('<?php Async\spawn(function () { Async\suspend(); }); '
    . 'ob_start(function ($b) { try { Async\suspend(); } catch (Throwable $e) { return get_class($e) . $b; } return $b; }); '
    . 'echo "text"; ob_end_flush(); echo "\nafter\n";');
var_dump($r['status'] < 128 || $r['status'] === 255, str_contains($r['out'], 'text'));
--EXPECT--
bool(true)
bool(true)
