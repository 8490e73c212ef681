--TEST--
MO-4: Completable is an Awaitable; Coroutine and Timeout are Completables
--DESCRIPTION--
Rules: MO-4
Order: independent
--FILE--
<?php
use Async\{Coroutine, Awaitable, Completable, Timeout};

var_dump(is_subclass_of(Completable::class, Awaitable::class));
var_dump(is_subclass_of(Coroutine::class, Completable::class), is_subclass_of(Timeout::class, Completable::class));
var_dump(array_map(fn($m) => $m->getName(), (new ReflectionClass(Completable::class))->getMethods()));
--EXPECT--
bool(true)
bool(true)
bool(true)
array(3) {
  [0]=>
  string(6) "cancel"
  [1]=>
  string(11) "isCompleted"
  [2]=>
  string(11) "isCancelled"
}
