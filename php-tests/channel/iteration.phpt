--TEST--
CH-48, CH-52: foreach receives until the channel is closed and empty; break leaves it usable; keys are null
--DESCRIPTION--
Rules: CH-48, CH-49, CH-50, CH-51, CH-52, CM-3
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

$ch = new Channel(5);
foreach (['a', 'b', 'c', 'd'] as $v) $ch->sendAsync($v);
$ch->close();
foreach ($ch as $k => $v) {
    echo json_encode([$k, $v, $ch->count()]), "\n";
    if ($v === 'b') break;
}
foreach ($ch as $v) echo $v, "\n";
foreach ($ch as $v) echo "never\n";
// A loop that never parks has started the scheduler all the same.
echo count(Async\get_coroutines()), "\n";

try {
    foreach ($ch as &$v);
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}

// Senders are served before the body runs: the place is promised to the one that waits.
$ch = new Channel(1);
$producer = spawn(function () use ($ch) {
    for ($i = 1; $i <= 3; $i++) $ch->send($i);
    $ch->close();
});
while (!$ch->isFull()) suspend();
foreach ($ch as $v) {
    if ($v === 1) echo json_encode([$ch->isFull(), $ch->sendAsync('in between')]), ' ';
    echo $v;
    suspend();
}
echo "\n";

// Elsewhere in PHP.
function filled(): Channel
{
    $ch = new Channel(3);
    foreach ([1, 2, 3] as $i) $ch->send($i);
    $ch->close();
    return $ch;
}
function numbers() { yield 0; yield from filled(); }
echo json_encode(iterator_to_array(filled(), false)), iterator_count(filled()), "\n";
// Null is no key of an array.
try { [...filled()]; } catch (Error $e) { echo $e->getMessage(), "\n"; }
foreach (numbers() as $v) echo $v;
echo "\n";
$list = new IteratorIterator(filled());
foreach (new LimitIterator($list, 0, 2) as $v) echo $v;
echo "\n";
--EXPECT--
[null,"a",3]
[null,"b",2]
c
d
1
Error: Cannot iterate channel by reference
[false,false] 123
[1,2,3]3
Keys must be of type int|string during array unpacking
0123
12
