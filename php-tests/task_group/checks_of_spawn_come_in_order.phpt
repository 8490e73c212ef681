--TEST--
TG-8: a closed group refuses first, then a key that is taken
--DESCRIPTION--
Rules: TG-8, TG-22, TG-23
Order: independent
--FILE--
<?php
use Async\TaskGroup;

foreach (['close', 'cancel'] as $end) {
    $group = new TaskGroup;
    $group->spawnWithKey('a', fn() => 1);
    $group->spawnWithKey(5, fn() => 1);
    foreach ([false, true] as $closed) {
        if ($closed) $group->$end();
        foreach (['a', 5, 'new'] as $key) {
            if ($key === 'new' && !$closed) continue;
            try { $group->spawnWithKey($key, fn() => 2); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
        }
        if (!$closed) continue;
        try { $group->spawn(fn() => 2); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
        echo count($group), "\n";
    }
    $group->awaitCompletion();
    try { $group->spawn(fn() => 2); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
Duplicate key "a" in TaskGroup
Duplicate key 5 in TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
2
Cannot spawn tasks on a closed TaskGroup
Duplicate key "a" in TaskGroup
Duplicate key 5 in TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
Cannot spawn tasks on a closed TaskGroup
2
Cannot spawn tasks on a closed TaskGroup
