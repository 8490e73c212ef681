--TEST--
AW-1: await of anything but a Completable is a TypeError
--DESCRIPTION--
Rules: AW-1, MO-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

foreach ([42, 'text', null, [], new stdClass, fn() => 1] as $bad) {
    try { await($bad); echo "accepted\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
$c = spawn(fn() => 1);
foreach ([42, new stdClass] as $bad) {
    try { await($c, $bad); echo "accepted\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
try { await(); } catch (ArgumentCountError $e) { echo get_class($e), "\n"; }
--EXPECT--
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, int given
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, string given
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, null given
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, array given
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, stdClass given
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, Closure given
Async\await(): Argument #2 ($cancellation) must be of type ?Async\Completable, int given
Async\await(): Argument #2 ($cancellation) must be of type ?Async\Completable, stdClass given
ArgumentCountError
