--TEST--
IT-1, IT-3: values and keys of arrays and Traversables, by value, from a private copy
--DESCRIPTION--
Rules: IT-1, IT-3
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend, spawn, await};

$show = function ($v, $k) { echo json_encode($k), '=>', json_encode($v), "\n"; };
iterate(['a' => 1, 'b' => 2], $show);
$array = [1, 2, 3];
iterate($array, function ($v, $k) use (&$array) { $array[] = $v * 10; unset($array[0]); echo "$k=>$v\n"; });
echo json_encode($array), "\n";
iterate(
    (function () { for ($i = 0; $i < 3; $i++) yield str_repeat('k', 1000) . $i => str_repeat('v', 1000) . $i; })(),
    function ($v, $k) { suspend(); echo substr($k, -2), substr($v, -2), strlen($k . $v), "\n"; }
);
iterate(new ArrayObject(['o' => 'p']), $show);
iterate((function () { yield [1] => null; yield null => 5; yield 1.5 => 'x'; })(), $show);
$ref = 5; $with = ['r' => &$ref];
iterate($with, function ($v) { $v = 6; });
echo $ref, "\n";
echo await(spawn(function () use ($show) { iterate(['in a coroutine'], $show); return 'ok'; })), "\n";
iterate(['x'], 'printf');
--EXPECT--
"a"=>1
"b"=>2
0=>1
1=>2
2=>3
{"1":2,"2":3,"3":10,"4":20,"5":30}
k0v02002
k1v12002
k2v22002
"o"=>"p"
[1]=>null
null=>5
1.5=>"x"
5
0=>"in a coroutine"
ok
x
