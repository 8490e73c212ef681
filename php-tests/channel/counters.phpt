--TEST--
CH-4, CH-5, CH-6: capacity, count, isEmpty and isFull say what is physically stored
--DESCRIPTION--
Rules: CH-4, CH-5, CH-6, CH-32, CM-4
Order: independent
--FILE--
<?php
use Async\Channel;

function show(string $what, Channel $ch): void
{
    printf("%-22s capacity %d, count %d/%d, empty %d, full %d\n", $what, $ch->capacity(),
        $ch->count(), count($ch), $ch->isEmpty(), $ch->isFull());
}

$ch = new Channel(2);
show('new', $ch);
$ch->sendAsync(1);
show('one', $ch);
$ch->sendAsync(2);
show('two', $ch);
$ch->close();
show('closed', $ch);
echo $ch->recv(), "\n";
show('drained by one', $ch);
echo $ch->recv(), "\n";
show('drained', $ch);

$rendezvous = new Channel;
show('rendezvous', $rendezvous);
$rendezvous->sendAsync(1);
show('slot filled', $rendezvous);
$rendezvous->recv();
show('slot emptied', $rendezvous);
--EXPECT--
new                    capacity 2, count 0/0, empty 1, full 0
one                    capacity 2, count 1/1, empty 0, full 0
two                    capacity 2, count 2/2, empty 0, full 1
closed                 capacity 2, count 2/2, empty 0, full 1
1
drained by one         capacity 2, count 1/1, empty 0, full 0
2
drained                capacity 2, count 0/0, empty 1, full 0
rendezvous             capacity 0, count 0/0, empty 1, full 0
slot filled            capacity 0, count 1/1, empty 0, full 1
slot emptied           capacity 0, count 0/0, empty 1, full 0
