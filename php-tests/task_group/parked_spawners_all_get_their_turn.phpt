--TEST--
TG-10: no caller is forgotten, however slots and places become free
--DESCRIPTION--
Rules: TG-10, CM-6
Order: independent

Tasks end at once, before a caller that was woken runs; callers that are cancelled, or whose key is taken meanwhile, hand on
what they were woken for.
--FILE--
<?php
use Async\{TaskGroup, AsyncException};
use function Async\{spawn, suspend, await_all};

foreach ([[1, 1], [1, 2], [2, 1], [3, 4]] as [$concurrency, $limit]) {
    $group = new TaskGroup($concurrency, $limit);
    $callers = [];
    for ($i = 0; $i < 30; $i++) {
        $callers[] = spawn(function () use ($group, $i) {
            $task = function () use ($i) { if ($i % 3) suspend(); return $i; };
            try {
                $group->spawnWithKey($i % 7 === 3 ? 'same' : $i, $task);
                return true;
            } catch (AsyncException $e) {
                return $e->getMessage() === 'Duplicate key "same" in TaskGroup' ? false : throw $e;
            }
        });
    }
    // In whatever state they are.
    suspend();
    foreach ([4, 9, 13, 14, 20] as $i) $callers[$i]->cancel();
    [$answers, $errors] = await_all($callers);
    $group->close();
    $group->awaitCompletion();
    $spawned = count(array_filter($answers));
    $cancelled = count(array_filter($errors, fn($e) => $e instanceof Async\AsyncCancellation));
    echo count($errors) === $cancelled ? 'only cancellations, ' : 'other errors, ',
        $spawned === count($group) ? 'all' : 'not all', ' tasks, ',
        $spawned === count($group->getResults()) ? 'all' : 'not all', " ended\n";
}
--EXPECT--
only cancellations, all tasks, all ended
only cancellations, all tasks, all ended
only cancellations, all tasks, all ended
only cancellations, all tasks, all ended
