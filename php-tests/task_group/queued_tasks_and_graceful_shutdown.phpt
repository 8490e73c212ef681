--TEST--
TG-5, TG-9: tasks that wait for their turn when graceful shutdown begins never start, as coroutines that have not started
--DESCRIPTION--
Rules: TG-5, TG-9, TG-12, SH-21
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{delay, graceful_shutdown, spawn, suspend};

$group = new TaskGroup(1, 0);
for ($i = 0; $i < 4; $i++) {
    $group->spawn(function () use ($i) {
        echo "task $i\n";
        delay(1000);
        echo "not reached\n";
    });
}
$group->close();
register_shutdown_function(function () use ($group) {
    foreach ($group->getErrors() as $key => $error) echo $key, ' ', get_class($error), ': ', $error->getMessage(), "\n";
    var_dump($group->isFinished());
});
spawn(function () use ($group) {
    delay(1);
    graceful_shutdown();
});
try { $group->awaitCompletion(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
task 0
Graceful shutdown
0 Async\AsyncCancellation: Graceful shutdown
1 Async\AsyncCancellation: Graceful shutdown
2 Async\AsyncCancellation: Graceful shutdown
3 Async\AsyncCancellation: Graceful shutdown
bool(true)
