--TEST--
TG-10, CM-6: a cancelled caller has added nothing; a task's arguments are released with it
--DESCRIPTION--
Rules: TG-10, CM-6
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\{spawn, suspend, await};

class Tracked { public function __destruct() { echo "argument released\n"; } }

$group = new TaskGroup(1, 1);
$group->spawn(function () use (&$stop) { while (!$stop) suspend(); });
$group->spawn(fn() => 1);
$caller = spawn(function () use ($group) {
    try { $group->spawn(fn() => print("never\n"), new Tracked); }
    catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
});
while ($caller->getAwaitingInfo() === []) suspend();
$caller->cancel(new AsyncCancellation('enough'));
await($caller);
echo count($group), "\n";
$stop = true;
$group->close();
$group->awaitCompletion();
--EXPECT--
argument released
enough
2
