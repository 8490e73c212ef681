--TEST--
io LK-11: sending with ZeroMQ suspends where it has to wait; a cancelled send, of several parts too, or poll leaves the socket as it was
--DESCRIPTION--
Rules: io LK-11
Order: independent
--SKIPIF--
<?php if (!is_file(ini_get('extension_dir') . '/zmq.so')) die('skip needs zmq'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo child_php('<?php use function Async\{spawn, await, delay}; require ' . var_export(__DIR__ . '/../lib/waits.php', true) . ';' . <<<'PHP'

    $context = new ZMQContext();
    $socket = function (int $type, array $options = []) use ($context) {
        $socket = new ZMQSocket($context, $type);
        foreach ($options + [ZMQ::SOCKOPT_LINGER => 0] as $option => $value) $socket->setSockOpt($option, $value);
        return $socket;
    };

    // Where there is no peer yet.
    $push = $socket(ZMQ::SOCKET_PUSH)->bind('inproc://lonely');
    $sending = spawn(fn() => $push->send('first'));
    until_suspended($sending);
    echo json_encode($sending->isCompleted()), ', with a peer: ';
    $pull = $socket(ZMQ::SOCKET_PULL)->connect('inproc://lonely');
    await($sending);
    echo $pull->recv(), "\n";

    // Where the queue is full.
    $push = $socket(ZMQ::SOCKET_PUSH, [ZMQ::SOCKOPT_SNDHWM => 1])->bind('inproc://narrow');
    $pull = $socket(ZMQ::SOCKET_PULL, [ZMQ::SOCKOPT_RCVHWM => 1])->connect('inproc://narrow');
    $sent = 0;
    $sending = spawn(function () use ($push, &$sent) {
        for (; $sent < 10; $sent++) $push->send("number $sent");
    });
    until_suspended($sending);
    delay(3);
    echo $sent, ' of 10 in the queue, received: ';
    for ($i = 0; $i < 10; $i++) $received[] = substr($pull->recv(), -1);
    echo implode(' ', $received), "\n";

    $push = $socket(ZMQ::SOCKET_PUSH)->bind('inproc://cancelled');
    $pull = $socket(ZMQ::SOCKET_PULL)->bind('inproc://silent');
    $poll = new ZMQPoll();
    $poll->add($push, ZMQ::POLL_OUT);
    $calls = [
        'send' => fn() => $push->send('of a cancelled call'),
        'sendmulti' => fn() => $push->sendmulti(['of a cancelled', 'call']),
        'poll' => function () use ($poll) {
            $readable = $writable = [];
            return $poll->poll($readable, $writable, 60_000);
        },
        'recv' => fn() => $pull->recv(),
        'recvmulti' => fn() => $pull->recvmulti(),
    ];
    foreach ($calls as $name => $call) {
        $cancelled = spawn($call);
        until_suspended($cancelled);
        $cancelled->cancel();
        try {
            await($cancelled);
        } catch (Async\AsyncCancellation) {
            echo "$name: cancelled\n";
        }
    }
    $push->setSockOpt(ZMQ::SOCKOPT_SNDTIMEO, 20);
    $begin = hrtime(true);
    echo 'with a time limit: ', json_encode($push->send('too late')), ', ',
        json_encode(hrtime(true) - $begin >= 20e6), "\n";
    $peer = $socket(ZMQ::SOCKET_PULL)->connect('inproc://cancelled');
    $push->setSockOpt(ZMQ::SOCKOPT_SNDTIMEO, -1);
    $push->sendmulti(['two', 'parts']);
    echo implode(' ', $peer->recvmulti()), ', then ', json_encode($peer->recv(ZMQ::MODE_DONTWAIT)), "\n";
    $socket(ZMQ::SOCKET_PUSH)->connect('inproc://silent')->send('not silent any more');
    echo $pull->recv(), "\n";
    PHP, ['extension' => 'zmq'])['out'];
?>
--EXPECT--
false, with a peer: first
2 of 10 in the queue, received: 0 1 2 3 4 5 6 7 8 9
send: cancelled
sendmulti: cancelled
poll: cancelled
recv: cancelled
recvmulti: cancelled
with a time limit: false, true
two parts, then false
not silent any more
