--TEST--
CH-48: the iterator of a channel stays until its wait has ended, whatever drops it meanwhile
--DESCRIPTION--
Rules: CH-48
Order: dependent
--FILE--
<?php
use Async\Channel;
use function Async\{await, delay, spawn};

$channel = new Channel(2);
$channel->send('first');
$all = new AppendIterator;
$all->append($channel->getIterator());
$all->append(new ArrayIterator([7, 8]));
// The list of iterators without the first one, which it still is at.
$all->getArrayIterator()->offsetUnset(0);
$waiting = spawn(fn() => $all->next());
delay(1);
$all->rewind();
var_dump($all->current());
$memory = array_map(fn($n) => str_repeat('x', $n), range(1, 500));
spawn(function () use ($channel) { $channel->send('second'); $channel->close(); });
await($waiting);
var_dump($all->current());
?>
--EXPECT--
int(7)
int(7)
