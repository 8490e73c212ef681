--TEST--
W-10: calls that a library makes and that never wait let others run now and then, whichever call it is
--DESCRIPTION--
Rules: io W-10
Order: independent
--SKIPIF--
<?php
if (!is_file(dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/blocking_calls.so')) die('skip needs blocking_calls');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// Those that take alternate with those that give.
echo child_php(<<<'PHP'
    <?php
    use function Async\{await, spawn, suspend};

    function lets_others_run(string $call): bool
    {
        $turns = 0;
        $others = spawn(function () use (&$turns) {
            for (;;) {
                suspend();
                $turns++;
            }
        });
        suspend();
        $before = $turns;
        for ($i = 0; $i < 40 && $turns === $before; $i++) {
            for ($end = hrtime(true) + 2_000_000; hrtime(true) < $end;);
            if (!blocking_call("C: $call")) {
                die("$call has failed\n");
            }
        }
        $others->cancel();
        return $turns !== $before;
    }
    $calls = ['recv', 'send', 'recvmsg', 'sendmsg', 'read', 'write', 'readv', 'writev', 'read_of_pipe', 'write_to_pipe', 'poll', 'ppoll',
        'select', 'epoll_wait'];
    foreach ($calls as $call) {
        echo "$call: ", await(spawn(lets_others_run(...), $call)) ? "others run\n" : "others do not run\n";
    }
    PHP, [
        'extension' => dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/blocking_calls.so', 'async.io_slice_ms' => 10,
    ], seconds: 30)['out'];
?>
--EXPECT--
recv: others run
send: others run
recvmsg: others run
sendmsg: others run
read: others run
write: others run
readv: others run
writev: others run
read_of_pipe: others run
write_to_pipe: others run
poll: others run
ppoll: others run
select: others run
epoll_wait: others run
