--TEST--
CH-49: a parked loop ends when the channel is closed by close(); every other end, and a cancellation, is thrown out of it
--DESCRIPTION--
Rules: CH-48, CH-49, CH-50
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Scope};
use function Async\{await, delay, spawn, suspend};

function loop(Channel $ch): Async\Coroutine
{
    $parked = false;
    $loop = spawn(function () use ($ch, &$parked) {
        $parked = true;
        try {
            foreach ($ch as $v) echo "$v ";
            return 'ended';
        } catch (ChannelException | AsyncCancellation $e) {
            return get_class($e) . ' ' . $e->getMessage() . ($e->getPrevious() ? ', previous ' . get_class($e->getPrevious()) : '');
        }
    });
    while (!$parked) suspend();
    return $loop;
}

$ch = new Channel;
$loop = loop($ch);
$ch->close();
echo 'close(): ', await($loop), "\n";

// Found closed, for whatever reason.
$ch = new Channel(2, 1, 1, true);
$ch->send('left');
$ch->send('over');
try { $ch->send('too much'); } catch (ChannelException $e) { echo $e->reason->name, ': '; }
echo await(loop($ch)), "\n";

// Parked.
$ch = new Channel(0, 1, 0, true);
echo 'timeout: ', await(loop($ch)), "\n";
$ch = new Channel(0, 60_000);
echo 'deadlock: ', await(loop($ch)), "\n";
$scope = new Scope;
$ch = await($scope->spawn(fn() => new Channel));
$loop = loop($ch);
$scope->dispose();
echo 'scope: ', await($loop), "\n";
$ch = new Channel;
$loop = loop($ch);
$loop->cancel();
echo 'cancel(): ', await($loop), ', open ', json_encode(!$ch->isClosed()), "\n";

// Both: the first decides, an end on top of a cancellation has it as previous.
$loop = loop($ch);
$other = loop($ch);
$loop->cancel();
$ch->close();
echo 'cancel(), close(): ', await($loop), "\n", 'another: ', await($other), "\n";
$ch = new Channel;
$loop = loop($ch);
$ch->close();
$loop->cancel();
echo 'close(), cancel(): ', await($loop), "\n";

// Promised a value before the end: it is seen.
$ch = new Channel;
$loop = loop($ch);
$ch->send('promised');
$ch->close();
echo await($loop), "\n";
// Promised a value and cancelled: the value is left.
$ch = new Channel(1);
$loop = loop($ch);
$ch->send('handed on');
$loop->cancel();
echo await($loop), ', ', $ch->recv(), "\n";

// The body throws.
$ch = new Channel(2);
$ch->send(1);
$ch->send(2);
try {
    foreach ($ch as $v) throw new LogicException('from the body');
} catch (LogicException $e) {
    echo $e->getMessage(), ', left ', $ch->recv(), "\n";
}
--EXPECT--
close(): ended
NO_CONSUMERS: left over ended
timeout: Async\ChannelException Channel deadlock: no producers
deadlock: Async\ChannelException Channel deadlock
scope: Async\ChannelException Channel closed: owner scope disposed
cancel(): Async\AsyncCancellation Coroutine cancelled, open true
cancel(), close(): Async\ChannelException Channel is closed, previous Async\AsyncCancellation
another: ended
close(), cancel(): ended
promised ended
Async\AsyncCancellation Coroutine cancelled, handed on
from the body, left 2
