<?php

/*
 * AMQP: connections, channels, queues and exchanges of a broker. Queues belong to their connection and go with it.
 */

if (!class_exists('AMQPConnection')) {
    return [];
}

$values = [
    'exchange_name' => fn() => 'amq.direct',
    'routing_key' => fn(Side $s) => $s->word(),
    'message' => fn(Side $s) => $s->text(2),
    'queue_name' => fn(Side $s) => $s->word(),
    'exchange_type' => fn() => 'direct',
    'flags' => fn() => AMQP_NOPARAM,
    'delivery_tag' => fn() => 1,
    'timeout' => fn() => 1.5,
    'requeue' => fn() => true,
    'size' => fn() => 0,
    'count' => fn(Side $s) => $s->number(),
    'global' => fn() => false,
    'argument' => fn() => 'x-max-length',
    'key' => fn() => 'x-max-length',
    'value' => fn() => 100,
    'arguments' => fn() => ['x-max-length' => 100],
    'verify' => fn() => true,
    'sasl_method' => fn() => AMQP_SASL_METHOD_PLAIN,
    'port' => fn() => Servers::port('rabbitmq'),
    'host' => fn() => '127.0.0.1',
    'headers' => fn(Side $s) => ['name' => $s->name],
];
$plain = fn($result) => match (true) {
    $result instanceof AMQPEnvelope => $result->getBody(),
    is_object($result) => $result::class,
    is_string($result) && preg_match('/^(amq[.]|sweep_)/', $result) => 'a name',
    is_array($result) => count($result),
    default => $result,
};
$fresh = fn() => new AMQPConnection(['host' => '127.0.0.1', 'port' => Servers::port('rabbitmq'), 'read_timeout' => 3, 'rpc_timeout' => 3]);
$connection = fn() => tap($fresh(), fn($connection) => $connection->connect());
$channel = fn(Side $s) => tap(new AMQPChannel($s->keep($connection())), fn() => $s->meet());
/** A queue with three messages of its side, which is consumed from nowhere. */
$queue = function (Side $s) use ($connection): AMQPQueue {
    $queue = new AMQPQueue($channel = $s->keep(new AMQPChannel($s->keep($connection()))));
    $queue->setFlags(AMQP_EXCLUSIVE);
    $queue->declareQueue();
    $exchange = new AMQPExchange($channel);
    foreach (['one', 'two', 'three'] as $word) {
        $exchange->publish("$word of $s->name", $queue->getName());
    }
    // An answer after them: they are there.
    $queue->bind('amq.direct', $s->word());
    $s->meet();
    return $queue;
};
$exchange = function (Side $s) use ($connection): AMQPExchange {
    static $number = 0;
    $exchange = new AMQPExchange($s->keep(new AMQPChannel($s->keep($connection()))));
    $exchange->setName("sweep_$s->name" . getmypid() . '_' . $number++);
    $exchange->setType(AMQP_EX_TYPE_DIRECT);
    $exchange->setFlags(AMQP_AUTODELETE);
    $exchange->declareExchange();
    $s->meet();
    return $exchange;
};
$common = ['result' => $plain, 'ignore' => ['object', 'args']];
$recipes = recipes_by_names(own_methods('AMQPConnection'), $values, $common + ['object' => $connection])
    + recipes_by_names(own_methods('AMQPChannel'), $values, $common + ['object' => $channel])
    + recipes_by_names(own_methods('AMQPQueue'), $values, $common + ['object' => $queue])
    + recipes_by_names(own_methods('AMQPExchange'), $values, $common + ['object' => $exchange]);

// What opens, closes or consumes is a state of the connection.
$alone = ['AMQPConnection::connect', 'AMQPConnection::pconnect', 'AMQPConnection::disconnect',
    'AMQPConnection::pdisconnect', 'AMQPConnection::reconnect',
    'AMQPConnection::preconnect', 'AMQPChannel::close', 'AMQPChannel::startTransaction',
    'AMQPChannel::commitTransaction', 'AMQPChannel::rollbackTransaction',
    'AMQPChannel::confirmSelect', 'AMQPChannel::waitForConfirm',
    'AMQPChannel::waitForBasicReturn', 'AMQPQueue::consume', 'AMQPQueue::cancel',
    'AMQPQueue::delete', 'AMQPExchange::delete', 'AMQPQueue::ack', 'AMQPQueue::nack',
    'AMQPQueue::reject', 'AMQPQueue::declareQueue', 'AMQPQueue::declare',
    'AMQPChannel::basicRecover'];
foreach ($alone as $id) {
    $recipes[$id]['shared'] = false;
}
// A persistent connection is known by what it is given: this is new in every case. To connect twice in one way is refused.
$numbered = fn(int $number) =>
    new AMQPConnection(['host' => '127.0.0.1', 'port' => Servers::port('rabbitmq'), 'frame_max' => 100_000 + $number]);
$persistent = function (Side $s) use ($numbered): AMQPConnection {
    static $number = 0;
    $number++;
    return $s->once(fn() => $numbered($number));
};
$twice = function () use ($numbered): AMQPConnection {
    static $number = 0;
    return $numbered(10_000 + intdiv($number++, 2));
};
$recipes['AMQPConnection::connect']['object'] = $fresh;
$recipes['AMQPConnection::pconnect']['object'] = $persistent;
$recipes['AMQPConnection::pconnect#same'] = ['object' => $twice] + $recipes['AMQPConnection::pconnect'];
foreach (['pdisconnect', 'preconnect'] as $name) {
    $recipes["AMQPConnection::$name"]['object'] = fn(Side $s) => tap($persistent($s), fn($connection) => $connection->pconnect());
}
foreach (['commitTransaction', 'rollbackTransaction'] as $name) {
    $recipes["AMQPChannel::$name"]['object'] = fn(Side $s) => tap($channel($s), fn($channel) => $channel->startTransaction());
}
foreach (['ack', 'nack', 'reject'] as $name) {
    $recipes["AMQPQueue::$name"]['object'] = fn(Side $s) => tap($queue($s), fn($queue) => $queue->get());
}
$recipes['AMQPQueue::get']['args'] = fn() => [AMQP_AUTOACK];
$recipes['AMQPQueue::get']['shared'] = false;
$recipes['AMQPQueue::consume']['args'] = fn(Side $s) => [$s->callback(function ($envelope) {
    static $left = 3;
    return --$left > 0;
}, 'message'), AMQP_AUTOACK];
$recipes['AMQPQueue::consume']['ignore'] = ['object', 'args', 'operations'];
$recipes['AMQPQueue::declareQueue']['object'] = $recipes['AMQPQueue::declare']['object'] = fn(Side $s) =>
    tap(new AMQPQueue($s->keep($channel($s))), fn($queue) => $queue->setFlags(AMQP_EXCLUSIVE));
$recipes['AMQPQueue::unbind']['args'] = fn(Side $s) => ['amq.direct', $s->word()];
$recipes['AMQPQueue::delete']['result'] = fn($count) => is_int($count);
$recipes['AMQPQueue::cancel']['object'] = fn(Side $s) => tap($queue($s), fn($queue) => $queue->consume(null, AMQP_AUTOACK));
$confirming = fn(Side $s) => tap($channel($s), function ($channel) use ($s) {
    $channel->confirmSelect();
    $channel->setConfirmCallback($s->callback(fn() => false, 'ack'), $s->callback(fn() => false, 'nack'));
    $channel->setReturnCallback($s->callback(fn() => false, 'returned'));
    (new AMQPExchange($channel))->publish($s->word(), 'nowhere', AMQP_MANDATORY);
});
foreach (['waitForConfirm', 'waitForBasicReturn'] as $name) {
    $recipes["AMQPChannel::$name"] = ['object' => $confirming,
        'ignore' => ['object', 'args', 'operations']] + $recipes["AMQPChannel::$name"];
}
foreach (['setConfirmCallback' => 2, 'setReturnCallback' => 1] as $name => $count) {
    $recipes["AMQPChannel::$name"]['args'] = fn(Side $s) => array_fill(0, $count, $s->callback());
}
$recipes['AMQPExchange::delete']['args'] = fn() => [];
$recipes['AMQPExchange::bind']['args'] = $recipes['AMQPExchange::unbind']['args'] = fn(Side $s) => ['amq.direct', $s->word()];
foreach (['AMQPChannel' => $connection, 'AMQPQueue' => $channel, 'AMQPExchange' => $channel] as $class => $over) {
    $recipes["$class::__construct"] = ['args' => fn(Side $s) => [$over($s)], 'shared' => false] + $common;
}
$recipes['AMQPConnection::__construct'] = ['args' => fn() => [['host' => '127.0.0.1']]] + $common;
return $recipes;
