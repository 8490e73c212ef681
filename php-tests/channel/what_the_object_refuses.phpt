--TEST--
CM-2, CM-19: channels have no properties, cannot be cloned or serialized, and refuse wrong arguments
--DESCRIPTION--
Rules: CM-2, CM-19, CH-3
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException, ChannelCloseReason};

$ch = new Channel(2);
$ch->sendAsync('stored');
var_dump($ch);
var_dump((array) $ch, $ch == new Channel(2), $ch == $ch);
foreach ([
    fn() => clone $ch,
    fn() => serialize($ch),
    fn() => unserialize('O:13:"Async\Channel":0:{}'),
    fn() => $ch->property = 1,
    fn() => $ch->send(),
    fn() => $ch->send(1, 'token'),
    fn() => $ch->send(1, null, 2),
    fn() => $ch->recv(new stdClass),
    fn() => $ch->sendAsync(),
    fn() => $ch->recvAsync(1),
    fn() => $ch->close(1),
    fn() => $ch->count(1),
    fn() => $ch->getIterator(1),
    fn() => (new ReflectionClass(Channel::class))->newInstanceWithoutConstructor(),
    fn() => ChannelCloseReason::from('no such reason'),
] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo get_parent_class(ChannelException::class), ' ', new ReflectionProperty(ChannelException::class, 'reason') instanceof Reflector
    ? 'has a reason of type ' . (new ReflectionProperty(ChannelException::class, 'reason'))->getType() : '', "\n";
echo json_encode(array_column(ChannelCloseReason::cases(), 'value', 'name')), "\n";
echo json_encode([$ch instanceof Async\Awaitable, $ch instanceof IteratorAggregate,
    $ch instanceof Countable, $ch instanceof Async\Completable]), "\n";
--EXPECTF--
object(Async\Channel)#%d (0) {
}
array(0) {
}
bool(%s)
bool(true)
Error: Trying to clone an uncloneable object of class Async\Channel
Exception: Serialization of 'Async\Channel' is not allowed
Exception: Unserialization of 'Async\Channel' is not allowed
Error: Cannot create dynamic property Async\Channel::$property
ArgumentCountError: Async\Channel::send() expects at least 1 argument, 0 given
TypeError: Async\Channel::send(): Argument #2 ($cancellationToken) must be of type ?Async\Completable, string given
ArgumentCountError: Async\Channel::send() expects at most 2 arguments, 3 given
TypeError: Async\Channel::recv(): Argument #1 ($cancellationToken) must be of type ?Async\Completable, stdClass given
ArgumentCountError: Async\Channel::sendAsync() expects exactly 1 argument, 0 given
ArgumentCountError: Async\Channel::recvAsync() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\Channel::close() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\Channel::count() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\Channel::getIterator() expects exactly 0 arguments, 1 given
ReflectionException: Class Async\Channel is an internal class marked as final that cannot be instantiated without invoking its constructor
ValueError: "no such reason" is not a valid backing value for enum %SAsync\ChannelCloseReason%S
Async\AsyncException has a reason of type Async\ChannelCloseReason
{"EXPLICIT":"explicit","DISPOSED":"disposed","NO_PRODUCERS":"no producers timeout","NO_CONSUMERS":"no consumers timeout","DEADLOCK":"deadlock","SCOPE_DISPOSED":"scope disposed"}
[true,true,true,false]
