--TEST--
TG-9, TG-41: a queued task that finds its scope closed has failed with that
--DESCRIPTION--
Rules: TG-9, TG-12, TG-41
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\suspend;

$scope = new Scope;
$group = new TaskGroup(1, 0, $scope);
$group->spawn(function () use (&$started) { $started = true; while (true) suspend(); });
for ($i = 0; $i < 3; $i++) $group->spawn(fn() => print("never\n"), new class { function __destruct() { echo "argument released\n"; } });
$race = $group->race();
while (!$started) suspend();
// The second time a busy scope is closed.
$scope->cancel();
$scope->cancel();
try { $race->await(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo json_encode([$group->isFinished(), count($group)]), "\n";
foreach ($group->getErrors() as $key => $error) echo "$key: ", get_class($error), ' ', $error->getMessage(), "\n";
--EXPECT--
argument released
argument released
argument released
Scope was cancelled
[true,4]
0: Async\AsyncCancellation Scope was cancelled
1: Async\AsyncException Cannot spawn a coroutine in a closed scope
2: Async\AsyncException Cannot spawn a coroutine in a closed scope
3: Async\AsyncException Cannot spawn a coroutine in a closed scope
