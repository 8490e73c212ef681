--TEST--
SP-1: spawn works from eval and from an included file, and records their place
--DESCRIPTION--
Rules: SP-1, SP-5, IN-1
Order: independent
--FILE--
<?php
use function Async\await;

$file = tempnam(sys_get_temp_dir(), 'inc');
file_put_contents($file, "<?php\n\nreturn Async\\spawn(function () { Async\\suspend(); return 'included'; });\n");
$c = include $file;
echo await($c), ' line ', $c->getSpawnFileAndLine()[1], ' ',
    basename($c->getSpawnFileAndLine()[0]) === basename($file) ? 'file' : '?', "\n";
unlink($file);
$c = eval('return Async\spawn(fn() => "evaluated");');
echo await($c), ' ', str_contains($c->getSpawnLocation(), "eval()'d code:1") ? 'location' : $c->getSpawnLocation(), "\n";
--EXPECT--
included line 3 file
evaluated location
