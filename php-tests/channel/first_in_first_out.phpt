--TEST--
CH-4: values leave in the order in which they came, however large the buffer grows and wherever it wraps
--DESCRIPTION--
Rules: CH-4
Order: independent
--FILE--
<?php
use Async\Channel;

mt_srand(1);
foreach ([1, 2, 3, 5, 7, 100, 1000] as $capacity) {
    $ch = new Channel($capacity);
    $in = $out = 0;
    for ($round = 0; $round < 300; $round++) {
        for ($n = mt_rand(0, $capacity); $n > 0 && !$ch->isFull(); $n--) $ch->send('v' . $in++);
        for ($n = mt_rand(0, $capacity); $n > 0 && !$ch->isEmpty(); $n--) {
            if ($ch->recv() !== 'v' . $out++) exit("wrong value after $out of capacity $capacity");
        }
        if ($ch->count() !== $in - $out) exit("wrong count at capacity $capacity");
    }
}
echo "in order\n";
--EXPECT--
in order
