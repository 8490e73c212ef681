--TEST--
SD-11: queries, timeout() and new Context leave the scheduler off
--DESCRIPTION--
Rules: SD-11, SD-30, DL-4, CX-5
Order: independent
--FILE--
<?php
use function Async\{timeout, current_coroutine, get_coroutines};
use Async\{Timeout, AsyncException, Context};

var_dump(get_coroutines());
var_dump(timeout(1000) instanceof Timeout);
new Context;
var_dump(get_coroutines());
try { current_coroutine(); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
--EXPECT--
array(0) {
}
bool(true)
array(0) {
}
Async\AsyncException: The current coroutine is not defined
