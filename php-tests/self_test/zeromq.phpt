--TEST--
io chapter 10: zmq comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php if (!is_file(ini_get('extension_dir') . '/zmq.so')) die('skip needs zmq'); ?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo child_php('<?php ' . sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('zmq', ['poll|__poll_chk'], function () {
        $context = new ZMQContext();
        $server = new ZMQSocket($context, ZMQ::SOCKET_REP);
        $server->bind('inproc://a');
        $client = new ZMQSocket($context, ZMQ::SOCKET_REQ);
        $client->connect('inproc://a');
        Async\spawn(function () use ($client) {
            Async\delay(5);
            $client->send('x');
        });
        $server->recv();
    });
    PHP, ['extension' => 'zmq'])['out'];
?>
--EXPECT--
zmq: hit
