--TEST--
FW-5: parse_ini_file() and parse_ini_string() run one coroutine at a time, although their input suspends; a cancelled one lets the next in
--DESCRIPTION--
Rules: io FW-5, io CX-12
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/slow_wrapper.php';

$expected = [];
for ($i = 0; $i < 4; $i++) {
    $lines = array_map(fn($n) => "k$i" . "_$n = v$n\n", range(0, 9));
    SlowStream::$files["$i.ini"] = implode($lines);
    $expected[] = array_combine(array_map(fn($n) => "k$i" . "_$n", range(0, 9)), array_map(fn($n) => "v$n", range(0, 9)));
}
$results = array_fill(0, 4, 'left');
$parse = function ($i) use (&$results) {
    return spawn(function () use ($i, &$results) {
        $results[$i] = parse_ini_file("slow://$i.ini");
    });
};
$coroutines = array_map($parse, range(0, 3));
// One that waits for its turn goes away.
while ($results[0] === 'left' && SlowStream::$piece < 9) {
    suspend();
    SlowStream::$piece++;
}
$coroutines[2]->cancel();
foreach ($coroutines as $i => $coroutine) {
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
        echo "$i was cancelled\n";
    }
}
foreach ($expected as $i => $values) {
    echo $i, ': ', $results[$i] === $values ? 'its own values' : ($results[$i] === 'left' ? 'left' : 'wrong'), "\n";
}
// Afterwards it is free.
var_dump(parse_ini_string('a = 1'));
--EXPECT--
2 was cancelled
0: its own values
1: its own values
2: left
3: its own values
array(1) {
  ["a"]=>
  string(1) "1"
}
