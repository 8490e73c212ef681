--TEST--
SU-4: local variables, arguments and references survive suspensions
--DESCRIPTION--
Rules: SU-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function work(int $n, array $list, string &$out): string
{
    $s = str_repeat('x', $n); $o = new ArrayObject([$n]); $copy = $list;
    suspend();
    $copy[] = $n; $out .= "<$n>";
    suspend();
    return strlen($s) . ':' . count($copy) . ':' . count($list) . ':' . $o[0] . ':' . implode(',', func_get_args()[1]);
}
$out = ''; $cs = [];
foreach ([1, 20, 300] as $n) { $cs[] = spawn(function () use ($n, &$out) { return work($n, [$n, $n], $out); }); }
foreach ($cs as $c) { echo await($c), "\n"; }
echo strlen($out), "\n";
--EXPECT--
1:3:2:1:1,1
20:3:2:20:20,20
300:3:2:300:300,300
12
