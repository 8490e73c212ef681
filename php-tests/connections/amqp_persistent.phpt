--TEST--
FW-2: of two coroutines that make the same persistent AMQP connection at once, one has it and the other is told so
--DESCRIPTION--
Rules: io FW-2
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
    $made = ['connected' => 0, 'refused' => 0];
    $one = function () use ($host, $port, &$made): ?AMQPConnection {
        $connection = new AMQPConnection(['host' => $host, 'port' => $port]);
        try {
            $connection->pconnect();
            $made['connected']++;
            return $connection;
        } catch (AMQPConnectionException $e) {
            $made['refused'] += str_contains($e->getMessage(), 'already established');
            return null;
        }
    };
    $found = array_values(array_filter(array_map(await(...), [spawn($one), spawn($one), spawn($one)])));
    ksort($made);
    echo json_encode($made), "\n";
    // The one that has it still works.
    $queue = new AMQPQueue(new AMQPChannel($found[0]));
    $queue->setFlags(AMQP_EXCLUSIVE);
    var_dump($queue->declareQueue());
    $found[0]->pdisconnect();
    var_dump($found[0]->isConnected());
    PHP);
?>
--EXPECT--
{"connected":1,"refused":2}
int(0)
bool(false)
