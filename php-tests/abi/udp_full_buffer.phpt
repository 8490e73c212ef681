--TEST--
Datagrams that do not fit wait until they do, in their order; they can be taken back, and end with the handle
--DESCRIPTION--
Rules: ABI-84, ABI-156, ABI-157, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

/** Two handles of local sockets, and 60 datagrams that the first one sends: some at once, the others not. */
function sending(string $how): array
{
    [$a, $b] = array_map(fn($fd) => async_test_io_create($fd, UDP, READABLE | WRITABLE), async_test_udp_local($how));
    $sends = [];
    for ($i = 0; $i < 60; $i++) $sends[] = async_test_udp_send($a, "$i " . str_repeat('x', 500), $how === 'apart');
    return [$a, $b, $sends];
}
function waiting(array $sends): array
{
    return array_keys(array_filter($sends, fn($send) => !async_test_udp_sent($send)[0]));
}
/** The numbers of so many datagrams. */
function received(int $io, int $count): array
{
    for ($numbers = []; count($numbers) < $count;) $numbers[] = (int) async_test_udp_recvfrom($io, 1000)[0];
    return $numbers;
}

foreach (['pair', 'connected', 'apart'] as $how) {
    echo "-- $how\n";
    [$a, $b, $sends] = sending($how);
    $waiting = waiting($sends);
    echo 'some wait: ', count($waiting) > 0 && count($waiting) < 60 ? 'yes' : count($waiting),
        ', the last: ', $waiting === range(60 - count($waiting), 59) ? 'yes' : 'no', ', counted ', async_test_counts()[0], "\n";
    echo 'nothing overtakes them: ', async_test_udp_try_send($a, 'x', '127.0.0.1', 1) === -11 ? 'EAGAIN' : 'sent', "\n";
    $last = spawn(fn() => async_test_udp_await_sent($a, $sends[59]));
    delay(5);
    echo 'they go on waiting: ', waiting($sends) === $waiting ? 'yes' : 'no', "\n";
    echo 'in order: ', received($b, 60) === range(0, 59) ? 'yes' : 'no', ', ', await($last), ' bytes';
    echo ', waiting ', count(waiting($sends)), ', counted ', async_test_counts()[0], "\n";
    array_map(async_test_udp_forget_send(...), $sends);
    finish($a, $b);

    [$a, $b, $sends] = sending($how);
    $waiting = waiting($sends);
    $back = [$waiting[0], $waiting[2], 59];
    foreach ($back as $i) async_test_udp_forget_send($sends[$i]);
    echo 'without those taken back: ', received($b, 57) === array_values(array_diff(range(0, 59), $back)) ? 'yes' : 'no', "\n";
    array_map(async_test_udp_forget_send(...), array_diff_key($sends, array_flip($back)));
    finish($a, $b);

    [$a, $b, $sends] = sending($how);
    $waiting = waiting($sends);
    $cancelled = spawn(fn() => attempt(fn() => async_test_udp_await_sent($a, $sends[59])));
    $closed = spawn(fn() => attempt(fn() => async_test_udp_await_sent($a, $sends[58])));
    while (async_test_io_about($a)['subscribers'] < 2) Async\suspend();
    $cancelled->cancel();
    echo await($cancelled), "\n";
    async_test_io_close($a);
    echo await($closed), "\n";
    echo 'closed: ', json_encode(async_test_udp_sent($sends[59])), ', counted ', async_test_counts()[0], "\n";
    array_map(async_test_udp_forget_send(...), $sends);
    finish($a, $b);

    // Released with some waiting.
    [$a, $b, $sends] = sending($how);
    async_test_io_release($a);
    echo 'released: ', json_encode(async_test_udp_sent($sends[59])), "\n";
    array_map(async_test_udp_forget_send(...), $sends);
    finish($b);
}

echo "-- the receiver is gone\n";
[$a, $b, $sends] = sending('connected');
finish($b);
echo strstr(attempt(fn() => async_test_udp_await_sent($a, $sends[59])), ' datagram', true), "\n";
array_map(async_test_udp_forget_send(...), $sends);
finish($a);
var_dump(async_test_counts()[0]);
--EXPECT--
-- pair
some wait: yes, the last: yes, counted 1
nothing overtakes them: EAGAIN
they go on waiting: yes
in order: yes, 503 bytes, waiting 0, counted 0
without those taken back: yes
Async\AsyncCancellation: Coroutine cancelled
Async\InputOutputException: Stream was closed
closed: [true,true,-1], counted 0
released: [true,true,-1]
-- connected
some wait: yes, the last: yes, counted 1
nothing overtakes them: EAGAIN
they go on waiting: yes
in order: yes, 503 bytes, waiting 0, counted 0
without those taken back: yes
Async\AsyncCancellation: Coroutine cancelled
Async\InputOutputException: Stream was closed
closed: [true,true,-1], counted 0
released: [true,true,-1]
-- apart
some wait: yes, the last: yes, counted 1
nothing overtakes them: EAGAIN
they go on waiting: yes
in order: yes, 503 bytes, waiting 0, counted 0
without those taken back: yes
Async\AsyncCancellation: Coroutine cancelled
Async\InputOutputException: Stream was closed
closed: [true,true,-1], counted 0
released: [true,true,-1]
-- the receiver is gone
Async\InputOutputException: Failed to send a
int(0)
