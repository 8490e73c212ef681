--TEST--
FW-2, CX-7: channels and queues of one AMQP connection take turns, a consumer has it to itself; cancelled ones fail cleanly
--DESCRIPTION--
Rules: io FW-2, io CX-7, io CX-5
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('amqp', 'rabbitmq-server')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_rabbitmq();
echo child_with('amqp', $server, <<<'PHP'
    $connection = new AMQPConnection(['host' => $host, 'port' => $port]);
    $connection->connect();
    $wrong = [];
    $coroutines = [];
    for ($i = 0; $i < 4; $i++) {
        $coroutines[] = spawn(function () use ($connection, $i, &$wrong) {
            for ($round = 0; $round < 2; $round++) {
                $channel = new AMQPChannel($connection);
                $queue = new AMQPQueue($channel);
                $queue->setName("queue$i");
                $queue->declareQueue();
                $exchange = new AMQPExchange($channel);
                for ($n = 0; $n < 4; $n++) {
                    $exchange->publish("$i-$n", "queue$i");
                    while (!$message = $queue->get(AMQP_AUTOACK)) {
                        suspend();
                    }
                    if ($message->getBody() !== "$i-$n") {
                        $wrong[] = "$i-$n: " . $message->getBody();
                    }
                }
                // The server is told that the channel goes.
                unset($queue, $exchange, $channel);
            }
        });
    }
    array_map(await(...), $coroutines);
    echo implode("\n", $wrong) ?: 'each its own messages', "\n";

    $queue = new AMQPQueue(new AMQPChannel($connection));
    $queue->setName('empty');
    $queue->declareQueue();
    $consumer = spawn(fn() => $queue->consume(fn() => true));
    delay(10);
    try {
        $queue->getName();
        echo "went on\n";
    } catch (Error $e) {
        echo get_class($e), "\n";
    }
    $consumer->cancel();
    try {
        await($consumer);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    try {
        $queue->declareQueue();
        echo "went on\n";
    } catch (AMQPException) {
        echo "the connection has ended\n";
    }
    $connection->disconnect();
    $connection->connect();
    var_dump($connection->isConnected());
    PHP);
--EXPECT--
each its own messages
Error
cancelled
the connection has ended
bool(true)
