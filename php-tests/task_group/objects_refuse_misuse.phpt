--TEST--
CM-2, CM-19: no dynamic properties, not cloneable, not serializable, nothing to see in a dump
--DESCRIPTION--
Rules: CM-2, CM-19
Order: independent
--FILE--
<?php
use Async\{TaskGroup, TaskSet};

foreach ([new TaskGroup(1), new TaskSet(1)] as $group) {
    $group->spawn(fn() => 'result');
    $class = get_class($group);
    foreach ([
        'write' => fn() => $group->anything = 1,
        'clone' => fn() => clone $group,
        'serialize' => fn() => serialize($group),
        'unserialize' => fn() => unserialize('O:' . strlen($class) . ":\"$class\":0:{}"),
    ] as $what => $try) {
        try { $try(); echo "$what: accepted\n"; } catch (Throwable $e) { echo "$what: ", get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    var_dump((array) $group);
    var_dump($group);
    $interfaces = array_values(class_implements($group));
    sort($interfaces);
    echo implode(' ', $interfaces), "\n";
    $group->close();
    $group->awaitCompletion();
}
--EXPECT--
write: Error: Cannot create dynamic property Async\TaskGroup::$anything
clone: Error: Trying to clone an uncloneable object of class Async\TaskGroup
serialize: Exception: Serialization of 'Async\TaskGroup' is not allowed
unserialize: Exception: Unserialization of 'Async\TaskGroup' is not allowed
array(0) {
}
object(Async\TaskGroup)#1 (0) {
}
Async\Awaitable Countable IteratorAggregate Traversable
write: Error: Cannot create dynamic property Async\TaskSet::$anything
clone: Error: Trying to clone an uncloneable object of class Async\TaskSet
serialize: Exception: Serialization of 'Async\TaskSet' is not allowed
unserialize: Exception: Unserialization of 'Async\TaskSet' is not allowed
array(0) {
}
object(Async\TaskSet)#2 (0) {
}
Async\Awaitable Countable IteratorAggregate Traversable
