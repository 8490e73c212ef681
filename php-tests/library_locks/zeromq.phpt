--TEST--
io LK-11: receiving and polling with ZeroMQ suspend; a cancelled call leaves the socket as it was, and the process alive
--DESCRIPTION--
Rules: io LK-11
Order: dependent
--SKIPIF--
<?php if (!is_file(ini_get('extension_dir') . '/zmq.so')) die('skip needs zmq'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo child_php('<?php ' . <<<'PHP'
    use function Async\{spawn, await, delay};
    $context = new ZMQContext();
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            $ticks++;
            delay(1);
        }
    });
    // All four wait for an answer at one time, each from a peer in the same process.
    $waiting = $most = 0;
    $ask = function (int $number) use ($context, &$waiting, &$most) {
        $server = new ZMQSocket($context, ZMQ::SOCKET_REP);
        $server->bind("inproc://$number");
        $client = new ZMQSocket($context, ZMQ::SOCKET_REQ);
        $client->connect("inproc://$number");
        $answering = spawn(function () use ($server) {
            $question = $server->recv();
            delay(20);
            $server->send("answer to $question");
        });
        $client->send("question $number");
        $most = max($most, ++$waiting);
        $answer = $client->recv();
        $waiting--;
        await($answering);
        return $answer;
    };
    echo json_encode(array_map(await(...), array_map(fn(int $number) => spawn($ask, $number), range(0, 3)))), " at one time $most\n";

    $socket = new ZMQSocket($context, ZMQ::SOCKET_PULL);
    $socket->bind('inproc://messages');
    $poll = new ZMQPoll();
    $poll->add($socket, ZMQ::POLL_IN);
    $readable = $writable = [];
    $before = $ticks;
    echo 'poll: ', $poll->poll($readable, $writable, 20), ', others ran meanwhile: ', json_encode($ticks - $before > 3), "\n";

    $receiving = spawn(fn() => $socket->recv());
    delay(3);
    $receiving->cancel();
    try {
        await($receiving);
    } catch (Throwable $e) {
        echo $e::class, "\n";
    }
    $peer = new ZMQSocket($context, ZMQ::SOCKET_PUSH);
    $peer->connect('inproc://messages');
    $peer->send('later');
    echo $socket->recv(), "\n";
    $ticker->cancel();
    PHP, ['extension' => 'zmq'])['out'];
?>
--EXPECT--
["answer to question 0","answer to question 1","answer to question 2","answer to question 3"] at one time 4
poll: 0, others ran meanwhile: true
Async\AsyncCancellation
later
