--TEST--
TG-41: the example of the rule: tasks that wait for a channel of the group, and a queued one, find it disposed of
--DESCRIPTION--
Rules: TG-25, TG-41, CH-40, CH-41
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Channel, ChannelException};
use function Async\suspend;

$group = new TaskGroup(4, 0);
$waiting = 0;
$group->spawn(function () use (&$channel) {
    $channel = new Channel;
    while (true) suspend();
});
for ($i = 0; $i < 4; $i++) {
    $group->spawn(function () use (&$channel, &$waiting) {
        while (!$channel) suspend();
        $waiting++;
        try {
            $channel->recv();
        } catch (ChannelException $e) {
            // Not cancelled: it can wait.
            suspend();
            return $e->reason ?? $e->getMessage();
        }
    });
}
while ($waiting < 3) suspend();
for ($i = 0; $i < 5; $i++) suspend();
$group->dispose();
$group->all(true)->await();
foreach ($group->getResults() as $key => $reason) echo "$key: ", is_object($reason) ? $reason->name : $reason, "\n";
foreach ($group->getErrors() as $key => $error) echo "$key: ", get_class($error), ' ', $error->getMessage(), "\n";
--EXPECT--
1: SCOPE_DISPOSED
2: SCOPE_DISPOSED
3: SCOPE_DISPOSED
4: SCOPE_DISPOSED
0: Async\AsyncCancellation Scope is being disposed due to TaskGroup disposal
