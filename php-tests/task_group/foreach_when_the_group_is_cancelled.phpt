--TEST--
TG-24, TG-34: entries that are discarded are not yielded; a loop that waits for one ends
--DESCRIPTION--
Rules: TG-23, TG-24, TG-34
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await};

$group = new TaskGroup(1, 0);
$group->spawn(fn() => 'first');
$group->spawn(function () use (&$started) { $started = true; while (true) suspend(); });
$group->spawn(fn() => 'discarded');
$loop = spawn(function () use ($group, &$seen) {
    foreach ($group as $key => [$result, $error]) { $seen = $key; echo "$key ", json_encode($result), ' ', $error?->getMessage(), "\n"; }
});
while ($seen !== 0 || !$started || $loop->getAwaitingInfo() === []) suspend();
echo implode($loop->getAwaitingInfo()), "\n";
$group->cancel();
await($loop);

// It stands at an entry that waits for its turn, and a task that was given ends behind its back.
$group = new TaskGroup(1, 0);
$group->spawn(fn() => 1);
$group->all()->await();
$group->close();
$loop = spawn(function () use ($group) { foreach ($group as $key => $_) { suspend(); echo "$key\n"; } });
await($loop);
--EXPECT--
0 "first" 
TaskGroup(total=3, active=1)
1 null TaskGroup cancelled
0
