--TEST--
OB-9: a buffer of the request that main closes is gone for all; buffers on top of it, of any coroutine, stay whole
--DESCRIPTION--
Rules: OB-9
Order: dependent
--INI--
output_buffering=1
--FILE--
<?php
use function Async\{spawn, await, suspend};

function waiting(string $name, int $levels)
{
    for ($i = 1; $i <= $levels; $i++) {
        ob_start(fn($text) => "[$text]");
        echo "$name level $i";
    }
    suspend();
    echo " goes on";
    // PHP passes it on from level to level.
    ob_start(null, 4);
    echo "long";
    echo json_encode(array_column(ob_get_status(true), 'level'));
    while (ob_get_level()) ob_end_flush();
    echo "\n", ob_get_level(), "\n";
}
foreach (['one' => 1, 'two' => 2, 'none' => 0] as $name => $levels) {
    $coroutines[] = spawn(waiting(...), $name, $levels);
}
suspend();
echo "in the request's buffer\n";
$text = ob_get_clean();
echo strlen($text), ' ', ob_get_level(), "\n";
ob_start();
echo "in a buffer of main's own\n";
foreach ($coroutines as $coroutine) await($coroutine);
echo ob_get_level(), "\n";
spawn(function () { ob_start(); echo "new one\n"; ob_end_flush(); });
--EXPECT--
24 0
[one level 1 goes onlong[0,1]]
0
[two level 1[two level 2 goes onlong[0,1,2]]]
0
 goes onlong[0]
0
new one
in a buffer of main's own
1
