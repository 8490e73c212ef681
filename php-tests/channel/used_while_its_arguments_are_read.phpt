--TEST--
CH-1: a channel or a group that an error handler uses before its constructor has read the arguments is refused by that
--DESCRIPTION--
Rules: CH-1, TG-2
Order: dependent
--FILE--
<?php
use Async\{Channel, TaskGroup};
use function Async\{spawn, suspend};

function object_under_construction(): object
{
    foreach (debug_backtrace() as $call) {
        if (isset($call['object'])) {
            return $call['object'];
        }
    }
}

$uses = [
    'sent' => [fn() => new Channel(1.5), fn(Channel $channel) => spawn(fn() => $channel->send(new ArrayObject([1])))],
    'sent at once' => [fn() => new Channel(1.5), fn(Channel $channel) => $channel->sendAsync(new ArrayObject([1]))],
    'received' => [fn() => new Channel(1.5), fn(Channel $channel) => spawn(fn() => $channel->recv())],
    'looked at' => [fn() => new Channel(1.5), fn(Channel $channel) => count($channel)],
    'spawned' => [fn() => new TaskGroup(1.5), fn(TaskGroup $group) => $group->spawn(fn() => 1)],
];
foreach ($uses as $name => [$make, $use]) {
    set_error_handler(function () use ($use) {
        $use(object_under_construction());
        suspend();
        return true;
    });
    try {
        $made = $make();
        echo "$name: ", $made instanceof Channel ? $made->capacity() : 'made', "\n";
    } catch (Error $e) {
        echo "$name: {$e->getMessage()}\n";
    }
    restore_error_handler();
    $made = $e = null;
    suspend();
}
Async\graceful_shutdown();
?>
--EXPECT--
sent: The channel is in use already
sent at once: The channel is in use already
received: The channel is in use already
looked at: 1
spawned: The group is in use already
