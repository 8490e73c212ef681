--TEST--
CH-20: a pending future that nothing refers to any more leaves the queue, and so does one that was cancelled
--DESCRIPTION--
Rules: CH-7, CH-20, CM-4, CM-15
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

function waiting(Channel $ch): string
{
    $probe = spawn(fn() => $ch->recv());
    while (!$probe->getAwaitingInfo()) suspend();
    $info = $probe->getAwaitingInfo()[0];
    $probe->cancel();
    try { await($probe); } catch (Async\AsyncCancellation) {}
    return $info;
}

$ch = new Channel(5);
$kept = $ch->recvAsync();
$ch->recvAsync()->ignore();
$dropped = $ch->recvAsync();
$cancelled = $ch->recvAsync();
$last = $ch->recvAsync()->ignore();
echo waiting($ch), "\n";
unset($dropped);
$cancelled->ignore()->cancel();
unset($last);
echo waiting($ch), "\n";
$ch->send('for the first that is left');
echo await($kept), ', ', $ch->count(), " left\n";
$ch->send('stays');
echo $ch->count(), " left\n";

// The warning about a dropped one may run code, in which the future is gone already.
set_error_handler(function ($level, $message) use (&$ch) {
    echo strtok($message, ';'), ', sent ', json_encode($ch->sendAsync('sent by the handler')), "\n";
    suspend();
});
$ch = new Channel(1);
$future = $ch->recvAsync();
unset($future);
restore_error_handler();
echo $ch->count(), ' left: ', $ch->recv(), "\n";
--EXPECTF--
Channel(capacity=5, receivers=5, senders=0, reserved=0/0)

Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:%d in %s on line %d
Channel(capacity=5, receivers=2, senders=0, reserved=0/0)
for the first that is left, 0 left
1 left
Future was never used, sent true
1 left: sent by the handler
