--TEST--
io chapter 10: amqp comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('amqp', 'rabbitmq-server')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_rabbitmq();
echo child_with('amqp', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('amqp', ['getaddrinfo', 'connect', 'poll|__poll_chk', 'send|writev', 'recv'], function () use ($host, $port) {
        $connection = new AMQPConnection(['host' => $host, 'port' => $port]);
        $connection->connect();
        new AMQPChannel($connection);
    });
    PHP);
?>
--EXPECT--
amqp: hit
