--TEST--
Another extension's reactor runs the event loop: everything that waits goes on, and nothing spins
--DESCRIPTION--
Rules: ABI-146, ABI-167, ABI-169
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, await_all, delay, spawn};

var_dump(async_test_use_own_reactor());

// Deadlines of ours, in the order in which they are due.
$order = $sleepers = [];
foreach ([300, 100, 200] as $ms) {
	$sleepers[] = spawn(function () use ($ms, &$order) { delay($ms); $order[] = $ms; });
}
await_all($sleepers);
echo 'delays: ', implode(' ', $order), "\n";

// Blocking calls: a socket pair, a pipe of a command, and a sleep.
[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$echo = spawn(function () use ($other) {
	for ($i = 0; $i < 50; $i++) {
		fwrite($other, strtoupper(fgets($other)));
	}
});
$talk = spawn(function () use ($one) {
	$got = 0;
	for ($i = 0; $i < 50; $i++) {
		fwrite($one, "line $i\n");
		$got += fgets($one) === "LINE $i\n" ? 1 : 0;
	}
	return $got;
});
$command = spawn(fn() => shell_exec('sleep 0.1; echo done'));
$slept = spawn(function () { usleep(50_000); return 'slept'; });
echo 'lines: ', await($talk), ', command: ', trim(await($command)), ', ', await($slept), "\n";
await($echo);

// A wait with a time limit that is reached, and one that is cancelled.
stream_set_timeout($one, 0, 30_000);
var_dump(await(spawn(fn() => fread($one, 1))), stream_get_meta_data($one)['timed_out']);
$reader = spawn(fn() => fread($other, 1));
delay(10);
$reader->cancel();
try {
	await($reader);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}

// A timer that C code asks the slot for, and a worker thread (names).
async_test_sleep(5);
echo await(spawn(fn() => gethostbyname('localhost'))) === '127.0.0.1' ? "name\n" : "no name\n";

// While nothing happens there are few turns.
$before = async_test_own_reactor();
delay(200);
$after = async_test_own_reactor();
echo 'turns in 200 ms: ', $after['turns'] - $before['turns'] <= 20 ? 'few' : $after['turns'] - $before['turns'], "\n";
echo 'started: ', $after['startups'] > 0 ? 'yes' : 'no', ', waits: ', $after['waits'] > 5 ? 'many' : $after['waits'];
echo ', made: ', $after['polls'] > 0 && $after['timers'] > 5 ? 'both kinds' : json_encode($after), "\n";
echo 'left active: ', $after['active'], "\n";

// What waits for nothing is still a deadlock.
$never = new Async\Channel(0);
await(spawn(fn() => $never->recv()));
?>
--EXPECTF--
bool(true)
delays: 100 200 300
lines: 50, command: done, slept
bool(false)
bool(true)
Async\AsyncCancellation
name
turns in 200 ms: few
started: yes, waits: many, made: both kinds
left active: 0
%AFatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting%A
