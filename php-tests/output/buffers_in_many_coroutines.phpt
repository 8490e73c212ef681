--TEST--
OB-2: a hundred coroutines each collect exactly their own output
--DESCRIPTION--
Rules: OB-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$cs = [];
for ($i = 0; $i < 100; $i++) $cs[] = spawn(function () use ($i) {
    ob_start();
    for ($n = 0; $n < 5; $n++) { echo "$i."; suspend(); }
    return ob_get_clean();
});
$ok = 0;
foreach ($cs as $i => $c) $ok += await($c) === str_repeat("$i.", 5);
var_dump($ok);
--EXPECT--
int(100)
