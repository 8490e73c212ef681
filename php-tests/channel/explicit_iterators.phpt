--TEST--
CH-52: getIterator() gives an Iterator; rewinding one that has begun does nothing; several may share a channel, or one iterator
--DESCRIPTION--
Rules: CH-48, CH-49, CH-52
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

$ch = new Channel(10);
for ($i = 1; $i <= 6; $i++) $ch->send($i);
$it = $ch->getIterator();
echo json_encode([$it instanceof Iterator, $ch->count()]), "\n";
echo json_encode([$it->current(), $it->key(), $it->valid(), $ch->count()]), "\n";
$it->rewind();
$it->rewind();
echo json_encode([$it->current(), $ch->count()]), "\n";
$it->next();
echo json_encode([$it->current(), $it->current(), $ch->count()]), "\n";
// A second one takes what is next; foreach over an iterator that has begun goes on where it is.
$other = $ch->getIterator();
$other->rewind();
echo $other->current(), "\n";
foreach ($it as $k => $v) {
    echo json_encode([$k, $v]), "\n";
    if ($v === 4) break;
}
$ch->close();
foreach ($it as $v) echo $v, ' ';
echo json_encode([$it->valid(), $it->current(), $it->key()]), "\n";
$it->next();
var_dump($it->valid());
unset($it, $other, $ch);

// One iterator in two coroutines: each value is seen, nothing crashes.
$ch = new Channel;
$it = $ch->getIterator();
$seen = [];
$all = [];
for ($n = 0; $n < 2; $n++) {
    $all[] = spawn(function () use ($it, &$seen) {
        for ($it->rewind(); $it->valid(); $it->next()) {
            $seen[] = $it->current();
            suspend();
        }
    });
}
for ($i = 0; $i < 10; $i++) $ch->send($i);
$ch->close();
foreach ($all as $one) await($one);
echo count(array_unique($seen)) <= 10 ? "done\n" : "too many\n";

// The iterator alone keeps the channel.
$it = (function () { $ch = new Channel(2); $ch->send('kept'); $ch->close(); return $ch->getIterator(); })();
gc_collect_cycles();
foreach ($it as $v) echo $v, "\n";
--EXPECT--
[true,6]
[1,null,true,5]
[1,5]
[2,2,4]
3
[null,2]
[null,4]
4 5 6 [false,null,null]
bool(false)
done
kept
