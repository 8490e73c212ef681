--TEST--
ES-4: a class that is not found: each coroutine asks the autoloader, and gets the stock error
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$n = 0;
spl_autoload_register(function ($class) use (&$n) { $n++; suspend(); });
$cs = [];
for ($i = 0; $i < 3; $i++) $cs[] = spawn(function () { try { new Missing; } catch (Error $e) { return $e->getMessage(); } });
$cs[] = spawn(fn() => class_exists('Missing'));
foreach ($cs as $c) echo json_encode(await($c)), "\n";
var_dump($n);
// The autoloader itself asks for the class, as in stock PHP: not found.
spl_autoload_register(function ($class) { echo "asked: ", json_encode(class_exists($class)), "\n"; });
var_dump(class_exists('Other'));
--EXPECT--
"Class \"Missing\" not found"
"Class \"Missing\" not found"
"Class \"Missing\" not found"
false
int(4)
asked: false
bool(false)
