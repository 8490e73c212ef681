--TEST--
CH-40: cancelling or disposing a task group closes the channels that its tasks have made, whether tasks are left or not
--DESCRIPTION--
Rules: CH-40, CH-42, TG-23
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException, Future, FutureState, TaskGroup};
use function Async\{await, spawn, suspend};

$forever = new Future($left = new FutureState);
$ends = [
    'cancel' => fn(TaskGroup $group) => $group->cancel(),
    'dispose' => fn(TaskGroup $group) => $group->dispose(),
    'close and cancel' => function (TaskGroup $group): void {
        $group->close();
        $group->cancel();
    },
    'object goes' => function (?TaskGroup &$group): void { $group = null; },
];
foreach ($ends as $how => $end) {
    foreach ([false, true] as $busy) {
        $group = new TaskGroup;
        $channel = null;
        $group->spawn(function () use (&$channel): void { $channel = new Channel; });
        while ($channel === null) {
            suspend();
        }
        if ($busy) {
            $group->spawn(fn() => await($forever));
            suspend();
        }
        $started = false;
        $waiter = spawn(function () use ($channel, &$started): string {
            $started = true;
            try {
                return (string) $channel->recv();
            } catch (ChannelException $e) {
                return $e->getMessage();
            }
        });
        while (!$started) {
            suspend();
        }
        $end($group);
        $closed = $channel->isClosed();
        if (!$closed) {
            $channel->send('goes on');
        }
        echo "$how, ", $busy ? 'busy' : 'idle', ': ', $closed ? 'closed' : 'open', ', ', await($waiter), "\n";
    }
}
// Those that go on.
$left->complete(null);
?>
--EXPECT--
cancel, idle: closed, Channel closed: owner scope disposed
cancel, busy: closed, Channel closed: owner scope disposed
dispose, idle: closed, Channel closed: owner scope disposed
dispose, busy: closed, Channel closed: owner scope disposed
close and cancel, idle: open, goes on
close and cancel, busy: open, goes on
object goes, idle: open, goes on
object goes, busy: open, goes on
