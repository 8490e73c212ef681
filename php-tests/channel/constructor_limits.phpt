--TEST--
CH-1: capacity and timeouts are between 0 and 2147483647
--DESCRIPTION--
Rules: CH-1, CM-4
Order: independent
--FILE--
<?php
use Async\Channel;

foreach ([[-1], [2147483648], [0, -1], [0, 2147483648], [0, 0, -1], [0, 0, PHP_INT_MAX],
    [1.5], ['x'], [0, 0, 0, []], [0, 0, 0, true, 1]] as $arguments) {
    try {
        new Channel(...$arguments);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$largest = new Channel(2147483647, 2147483647, 2147483647, true);
echo $largest->capacity(), ' ', (new Channel)->capacity(), ' ', (new Channel(hardTimeouts: true, capacity: 3))->capacity(), "\n";

// A constructor that is called again changes nothing.
$ch = new Channel(1);
$ch->sendAsync('a');
$ch->__construct(5);
echo $ch->capacity(), ' ', $ch->count(), ' ', json_encode($ch->sendAsync('b')), "\n";
--EXPECTF--
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #2 ($noProducerTimeout) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #2 ($noProducerTimeout) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #3 ($noConsumerTimeout) must be between 0 and 2147483647
ValueError: Async\Channel::__construct(): Argument #3 ($noConsumerTimeout) must be between 0 and 2147483647

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
TypeError: Async\Channel::__construct(): Argument #1 ($capacity) must be of type int, string given
TypeError: Async\Channel::__construct(): Argument #4 ($hardTimeouts) must be of type bool, array given
ArgumentCountError: Async\Channel::__construct() expects at most 4 arguments, 5 given
2147483647 0 3
1 1 false
