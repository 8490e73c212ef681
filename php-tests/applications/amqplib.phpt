--TEST--
php-amqplib, unmodified: coroutines with connections of their own send and consume at once, by streams and by sockets
--DESCRIPTION--
Rules: io ST-1, io SEL-1, io SK-1
--EXTENSIONS--
sockets
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/packages.php';
if ($why = missing_package('PhpAmqpLib/autoload.php')) die("skip $why");
try { find_program('rabbitmq-server'); } catch (RuntimeException $e) { die('skip ' . $e->getMessage()); }
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/packages.php';

use_package('PhpAmqpLib/autoload.php');
$server = start_rabbitmq();

// Not for simulation: AMQPSocketConnection loses what socket_recv() returns when that is just "0".
foreach ([PhpAmqpLib\Connection\AMQPStreamConnection::class, PhpAmqpLib\Connection\AMQPSocketConnection::class] as $class) {
    compare_with_coroutines(strrchr($class, '\\'), function ($i) use ($class, $server) {
        $connection = new $class($server->host, $server->port, 'guest', 'guest');
        $channel = $connection->channel();
        [$queue] = $channel->queue_declare('', false, false, true, true);
        foreach (range(1, 20) as $number) {
            $channel->basic_publish(new PhpAmqpLib\Message\AMQPMessage("$i-$number"), '', $queue);
        }
        $got = [];
        $channel->basic_consume($queue, '', false, true, false, false, function ($message) use (&$got) {
            $got[] = $message->body;
        });
        while (count($got) < 20) $channel->wait(null, false, 10);
        try {
            $channel->wait(null, false, 1);
        } catch (PhpAmqpLib\Exception\AMQPTimeoutException) {
            $got[] = 'nothing more';
        }
        $connection->close();
        return $got;
    }, 4);
}
--EXPECT--
\AMQPStreamConnection: the same, at once
\AMQPSocketConnection: the same, at once
