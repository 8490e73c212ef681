--TEST--
SU-5: suspending is allowed in callbacks called by internal functions
--DESCRIPTION--
Rules: SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class S implements JsonSerializable, Countable, ArrayAccess, IteratorAggregate {
    function __toString(): string { suspend(); return 'str'; }
    function __get($n) { suspend(); return "get $n"; }
    function __set($n, $v) { suspend(); echo "set $n\n"; }
    function __isset($n) { suspend(); return true; }
    function jsonSerialize(): mixed { suspend(); return ['j' => 1]; }
    function count(): int { suspend(); return 3; }
    function offsetExists($o): bool { suspend(); return true; }
    function offsetGet($o): mixed { suspend(); return "off $o"; }
    function offsetSet($o, $v): void { suspend(); }
    function offsetUnset($o): void { suspend(); }
    function getIterator(): Iterator { suspend(); return new ArrayIterator([1, 2]); }
    static function __set_state($a) { return new self; }
}
function task($id) {
    $out = [];
    $out[] = implode(',', array_map(function ($x) { suspend(); return $x * 2; }, [1, 2, 3]));
    $a = [3, 1, 2]; usort($a, function ($x, $y) { suspend(); return $x <=> $y; }); $out[] = implode(',', $a);
    $out[] = preg_replace_callback('~\d~', function ($m) { suspend(); return $m[0] + 1; }, '1a2');
    $out[] = implode(',', array_filter([1, 2, 3, 4], function ($x) { suspend(); return $x % 2; }));
    $out[] = array_reduce([1, 2, 3], function ($c, $x) { suspend(); return $c + $x; }, 0);
    $w = [1, 2]; array_walk($w, function (&$v, $k, $id) { suspend(); $v .= $id; }, $id); $out[] = implode(',', $w);
    $s = new S;
    $out[] = "$s"; $out[] = $s->prop; $s->prop = 1; $out[] = isset($s->z) ? 'isset' : ''; $out[] = json_encode($s); $out[] = count($s);
    $out[] = $s['k'];
    $out[] = implode(',', iterator_to_array($s));
    $out[] = call_user_func_array(function () { suspend(); return 'cuf'; }, []);
    $out[] = implode(',', array_map(fn($x) => array_sum(array_map(function ($y) { suspend(); return $y; }, [$x, $x])), [1, 2]));
    return implode('|', $out);
}
$cs = [spawn('task', 'A'), spawn('task', 'B')];
foreach ($cs as $c) { $r[] = await($c); }
echo implode("\n", $r), "\n";
--EXPECT--
set prop
set prop
2,4,6|1,2,3|2a3|1,3|6|1A,2A|str|get prop|isset|{"j":1}|3|off k|1,2|cuf|2,4
2,4,6|1,2,3|2a3|1,3|6|1B,2B|str|get prop|isset|{"j":1}|3|off k|1,2|cuf|2,4
