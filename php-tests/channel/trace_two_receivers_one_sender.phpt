--TEST--
CH-22: two receivers loop, one sender sends three values and closes
--DESCRIPTION--
Rules: CH-14, CH-15, CH-22, CH-29, CH-31
Order: dependent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, spawn};

$ch = new Channel;
$all[] = spawn(function () use ($ch) {
    foreach ([1, 2, 3] as $v) {
        echo "send $v\n";
        $ch->send($v);
    }
    $ch->close();
    echo "sender closed\n";
});
foreach (['A', 'B'] as $name) {
    $all[] = spawn(function () use ($ch, $name) {
        try {
            while (true) {
                $v = $ch->recv();
                echo "$name got $v\n";
            }
        } catch (ChannelException) {
            echo "$name sees closed\n";
        }
    });
}
foreach ($all as $one) await($one);
--EXPECT--
send 1
A got 1
send 2
send 3
A got 2
sender closed
B got 3
B sees closed
A sees closed
