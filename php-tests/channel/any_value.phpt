--TEST--
CH-2: every PHP value can be sent; objects by handle, nothing is copied
--DESCRIPTION--
Rules: CH-2, CH-4
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\spawn;

$object = new stdClass;
$closure = fn() => 42;
$array = ['a' => [1, 2, 3]];
$reference = 'referenced';
$alias = &$reference;
$values = [null, false, true, 0, PHP_INT_MIN, -0.0, NAN, '', 'text', $array, $object,
    $closure, STDIN, Async\ChannelCloseReason::DEADLOCK, new Channel];
foreach ([0, 1, 20] as $capacity) {
    $ch = new Channel($capacity);
    spawn(function () use ($ch, $values, &$reference) {
        foreach ($values as $value) $ch->send($value);
        $ch->send($reference);
        $ch->close();
    });
    $received = [];
    foreach ($ch as $value) $received[] = $value;
    $same = 0;
    foreach ($values as $i => $value) $same += $received[$i] === $value || (is_float($value) && is_nan($value) && is_nan($received[$i]));
    $reference = 'changed later';
    echo "$capacity: ", count($received), " received, $same of ", count($values), " identical, $received[15]\n";
    $reference = 'referenced';
}
--EXPECT--
0: 16 received, 15 of 15 identical, referenced
1: 16 received, 15 of 15 identical, referenced
20: 16 received, 15 of 15 identical, referenced
