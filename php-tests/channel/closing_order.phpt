--TEST--
CH-28, CH-29, CH-31: waiters are failed newest first, receivers before senders, listeners last, all with the same exception
--DESCRIPTION--
Rules: CH-28, CH-29, CH-31
Order: dependent
--FILE--
<?php
use Async\{Channel, ChannelException};
use function Async\{await, await_any_or_fail, spawn, suspend};

$errors = [];
$record = function (string $who, callable $wait) use (&$errors) {
    return spawn(function () use ($who, $wait, &$errors) {
        try {
            $wait();
            echo "$who: done\n";
        } catch (ChannelException $e) {
            echo "$who: {$e->reason->name}\n";
            $errors[] = $e;
        }
    });
};

$ch = new Channel;
$all[] = $record('receiver 1', fn() => $ch->recv());
suspend();
$future = $ch->recvAsync();
$all[] = $record('future', fn() => await($future));
$all[] = $record('listener', fn() => await_any_or_fail([$ch]));
$all[] = $record('receiver 2', fn() => $ch->recv());
$all[] = $record('foreach', function () use ($ch) { foreach ($ch as $v); });
suspend();
$ch->close();
echo "closed\n";
foreach ($all as $one) await($one);
echo count($errors), ' errors, ', count(array_unique(array_map(spl_object_id(...), $errors))), " object\n";

$errors = $all = [];
$ch = new Channel(1);
$ch->send('a');
foreach ([1, 2, 3] as $i) $all[] = $record("sender $i", fn() => $ch->send($i));
$all[] = $record('listener', fn() => await_any_or_fail([$ch]));
suspend();
$ch->recv();
// Sender 1 has a place promised now, and its turn comes first: failed all the same.
$ch->close();
$ch->close();
foreach ($all as $one) await($one);
echo count($errors), ' errors, ', count(array_unique(array_map(spl_object_id(...), $errors))), " object\n";
--EXPECT--
closed
foreach: done
receiver 2: EXPLICIT
future: EXPLICIT
receiver 1: EXPLICIT
listener: EXPLICIT
4 errors, 1 object
sender 1: EXPLICIT
sender 3: EXPLICIT
sender 2: EXPLICIT
listener: EXPLICIT
4 errors, 1 object
