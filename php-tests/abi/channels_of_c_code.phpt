--TEST--
Channels made in C are PHP channels; C coroutines send, receive, wait and close
--DESCRIPTION--
Rules: ABI-46, ABI-77, ABI-81, ABI-85, ABI-88, ABI-89, ABI-141, ABI-145, CH-2, CH-12, CH-14, CH-17
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException};
use function Async\{await, spawn, suspend};

async_test_channel_life();

// Values there and back through a C coroutine, with buffers made in C and in PHP.
foreach ([[async_test_channel(0), new Channel(1)], [async_test_channel(3), async_test_channel(0)]] as [$in, $out]) {
    echo get_class($in), ' ', $in->capacity(), "\n";
    async_test_channel_echo($in, $out);
    $sender = spawn(function () use ($in) {
        foreach ([1, 'two', [3], null, new ArrayObject] as $value) $in->send($value);
        $in->close();
    });
    $types = [];
    foreach ($out as $value) $types[] = get_debug_type($value);
    await($sender);
    echo implode(' ', $types), "\n";
}

// Without a limit.
$ch = async_test_channel(0, true);
for ($i = 0; $i < 1000; $i++) $ch->send($i);
echo $ch->count(), ' ', array_sum(iterator_to_array((function () use ($ch) { $ch->close(); yield from $ch; })(), false)), "\n";

// What cannot be had.
try { async_test_channel(1, false, true); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
try { async_test_channel(-1); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }

// The extra event ends the wait with false and without an exception.
$ch = new Channel(2);
var_dump(async_test_channel_receive($ch, 1), async_test_channel_receive($ch, 1, true));
$ch->send('value');
var_dump(async_test_channel_receive($ch, 60_000, true), $ch->count(), async_test_channel_receive($ch, 60_000));

// Waiting only: the value stays, for the next receiver.
$waiting = spawn(fn() => async_test_channel_receive($ch, 0, true));
while (!$waiting->getAwaitingInfo()) suspend();
$ch->send('left alone');
var_dump(await($waiting), $ch->recv());
// In front of another receiver.
$waiting = spawn(fn() => async_test_channel_receive($ch, 0, true));
while (!$waiting->getAwaitingInfo()) suspend();
$receiver = spawn(fn() => $ch->recv());
while (!$receiver->getAwaitingInfo()) suspend();
echo $receiver->getAwaitingInfo()[0], "\n";
$ch->send('handed on');
var_dump(await($waiting), await($receiver));
// The end of the channel is quiet; that of the coroutine is not.
$waiting = spawn(fn() => async_test_channel_receive($ch, 0, true));
$cancelled = spawn(function () use ($ch) {
    try { async_test_channel_receive($ch, 0, true); } catch (AsyncCancellation $e) { return $e->getMessage(); }
});
while (!$waiting->getAwaitingInfo() || !$cancelled->getAwaitingInfo()) suspend();
$cancelled->cancel();
$message = await($cancelled);
$ch->close();
var_dump(await($waiting), $message);
try { async_test_channel_receive($ch, 0); } catch (ChannelException $e) { echo $e->reason->name, "\n"; }

// A C coroutine that waits in a channel of a scope which ends.
$scope = new Async\Scope;
$ch = await($scope->spawn(fn() => async_test_channel(0)));
async_test_channel_echo($ch, $out = new Channel);
while (!array_filter(Async\get_coroutines(), fn($c) => str_contains($c->getAwaitingInfo()[0] ?? '', 'receivers=1'))) suspend();
$scope->dispose();
foreach ($out as $v) echo "never\n";
?>
--EXPECT--
references 1, object of no channel false
sent true, counter 2
sent true, counter 3
Channel(capacity=2, receivers=0, senders=0, reserved=0/0)
received true, text 1, counter 3
closed true
sent false
send: Async\ChannelException: Channel is closed
received true, what was left
received false
receive: Async\ChannelException: Channel is closed
waited false, exception false
counter 1
Async\Channel 0
echo: Async\ChannelException: Channel is closed
int string array null ArrayObject
Async\Channel 3
echo: Async\ChannelException: Channel is closed
int string array null ArrayObject
1000 499500
Channels cannot be shared between threads
The size of a channel must be between 0 and 2147483647
bool(false)
bool(false)
bool(true)
int(1)
string(5) "value"
bool(true)
string(10) "left alone"
Channel(capacity=2, receivers=2, senders=0, reserved=0/0)
bool(true)
string(9) "handed on"
bool(false)
string(19) "Coroutine cancelled"
EXPLICIT
echo: Async\ChannelException: Channel closed: owner scope disposed
