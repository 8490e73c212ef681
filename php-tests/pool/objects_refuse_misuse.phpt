--TEST--
A pool is no Awaitable, cannot be cloned, serialized or extended by properties, and shows nothing of itself
--DESCRIPTION--
Rules: CM-2, CM-19, PO-6
Order: independent
--FILE--
<?php
use Async\{Pool, Awaitable, Completable};

$pool = new Pool(fn() => 1, min: 1);
var_dump($pool instanceof Countable, $pool instanceof Awaitable, (new ReflectionClass($pool))->isFinal());
foreach ([
    'clone' => fn() => clone $pool,
    'serialize' => fn() => serialize($pool),
    'unserialize' => fn() => unserialize('O:10:"Async\Pool":0:{}'),
    'dynamic property' => function () use ($pool) { $pool->new = 1; },
    'await' => fn() => Async\await($pool),
] as $name => $misuse) {
    try {
        $misuse();
        echo "$name works\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump($pool, (array) $pool, get_object_vars($pool));
--EXPECTF--
bool(true)
bool(false)
bool(true)
Error: Trying to clone an uncloneable object of class Async\Pool
Exception: Serialization of 'Async\Pool' is not allowed
Exception: Unserialization of 'Async\Pool' is not allowed
Error: Cannot create dynamic property Async\Pool::$new
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, Async\Pool given
object(Async\Pool)#%d (0) {
}
array(0) {
}
array(0) {
}
