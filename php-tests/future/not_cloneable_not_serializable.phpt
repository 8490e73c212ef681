--TEST--
Neither class may be cloned, serialized, extended or given properties; both look empty
--DESCRIPTION--
Rules: FU-4, CM-2, CM-19
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

foreach ([new FutureState(), Future::completed(1)] as $object) {
    $object->ignore();
    foreach ([fn() => clone $object, fn() => serialize($object), function () use ($object) { $object->x = 1; }] as $attempt) {
        try { $attempt(); echo "allowed\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    $class = get_class($object);
    try { unserialize('O:' . strlen($class) . ":\"$class\":0:{}"); echo "allowed\n"; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    var_dump((array) $object, (new ReflectionClass($object))->isFinal());
}
--EXPECT--
Error: Trying to clone an uncloneable object of class Async\FutureState
Exception: Serialization of 'Async\FutureState' is not allowed
Error: Cannot create dynamic property Async\FutureState::$x
Unserialization of 'Async\FutureState' is not allowed
array(0) {
}
bool(true)
Error: Trying to clone an uncloneable object of class Async\Future
Exception: Serialization of 'Async\Future' is not allowed
Error: Cannot create dynamic property Async\Future::$x
Unserialization of 'Async\Future' is not allowed
array(0) {
}
bool(true)
