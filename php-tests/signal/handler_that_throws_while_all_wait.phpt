--TEST--
What a pcntl handler throws while every coroutine waits is thrown out of main's wait, whatever main waits in
--DESCRIPTION--
Rules: io SF-4a, SL-2
Order: independent
--EXTENSIONS--
pcntl
posix
sockets
curl
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/scaled_ms.php';
require __DIR__ . '/../lib/watchdog.php';
use Async\{Channel, FileSystemWatcher, Future, FutureState, Pool, Scope, Signal, TaskGroup};
use function Async\{await, await_all, await_any_or_fail, delay, iterate, protect, signal, spawn, suspend, timeout};

watchdog(50);
$d = directory();
$silent = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($silent, false);
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$full, $unread] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
// Held by another process, which ends with this one.
$holder = proc_open(['flock', "$d/lock", 'sh', '-c', 'echo locked; exec cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
fgets($pipes[1]);
$lock = fopen("$d/lock", 'c');
$channel = new Channel;
$pool = new Pool(factory: fn() => new stdClass, max: 1);
$taken = $pool->acquire();
$watcher = new FileSystemWatcher($d);

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { throw new RuntimeException('handler'); });
$sleeper = spawn(fn() => delay(600_000));
// A handler runs in whatever coroutine runs: this one is past what PHP runs of it.
do suspend(); while (!$sleeper->isStarted());
$never = new Future(new FutureState);
// Not made in its case: PHP leaks what a call has returned when a handler throws before it is taken, and the script would not end (SG-8).
$signal = signal(Signal::SIGUSR2);

$cases = [
    'await a coroutine' => fn() => await($sleeper),
    'await a future' => fn() => await($never),
    'await with a token' => fn() => await($never, timeout(600_000)),
    'await_all' => fn() => await_all([$sleeper, $never]),
    'await_any_or_fail' => fn() => await_any_or_fail((function () use ($sleeper) { yield $sleeper; delay(600_000); })()),
    'delay' => fn() => delay(600_000),
    'sleep' => fn() => sleep(600),
    'usleep' => fn() => usleep(600_000_000),
    'time_sleep_until' => fn() => time_sleep_until(microtime(true) + 600),
    'channel' => fn() => $channel->recv(),
    'loop over a channel' => function () use ($channel) { foreach ($channel as $value); },
    'sender' => fn() => $channel->send(1),
    'watcher' => function () use ($watcher) { foreach ($watcher as $event) echo 'never'; },
    'signal' => fn() => await($GLOBALS['signal']),
    'pool' => fn() => $pool->acquire(),
    'scope' => function () { $s = new Scope; $s->spawn(fn() => delay(600_000)); $s->awaitCompletion(timeout(600_000)); },
    'iterate' => fn() => iterate([1, 2], fn() => delay(600_000)),
    'task group' => function () { $g = new TaskGroup; $g->spawn(fn() => delay(600_000)); await($g->all()); },
    'protected' => fn() => protect(fn() => delay(600_000)),
    'in a Fiber' => fn() => (new Fiber(fn() => delay(600_000)))->start(),
    'in a generator' => function () { foreach ((function () { yield 1; delay(600_000); yield 2; })() as $_); },
    'in callbacks' => fn() => array_map(fn() => usort($GLOBALS['list'], fn() => delay(600_000)), [1]),
    'stream_select' => function () use ($here) { $r = [$here]; $w = $e = null; stream_select($r, $w, $e, 600); },
    'socket_select' => function () use ($sockets) { $r = [$sockets[0]]; $w = $e = null; socket_select($r, $w, $e, 600); },
    'socket_read' => fn() => socket_read($sockets[0], 1),
    'fread' => fn() => fread($here, 1),
    'fgets' => fn() => fgets($here),
    'fwrite' => fn() => fwrite($full, $GLOBALS['much']),
    'accept' => fn() => stream_socket_accept($silent, 600),
    'flock' => fn() => flock($lock, LOCK_EX),
    'curl' => function () use ($address) { $c = curl_init("http://$address/"); curl_exec($c); },
    'file_get_contents' => fn() => file_get_contents("http://$address/"),
    'opening a FIFO' => function () use ($d) { posix_mkfifo("$d/fifo", 0600); fopen("$d/fifo", 'r'); },
    'sigtimedwait' => fn() => pcntl_sigtimedwait([SIGUSR2], $info, 600),
];
$list = [1, 2];
$much = str_repeat('x', 10_000_000);
// By then the wait has begun.
$soon = scaled_ms(20) / 1000;
foreach ($cases as $name => $wait) {
    try {
        exec("(sleep $soon; kill -USR1 " . getmypid() . ') >/dev/null 2>&1 &');
        $wait();
        echo "$name: ended without an exception\n";
    } catch (Throwable $e) {
        if (get_class($e) !== 'RuntimeException' || $e->getMessage() !== 'handler')
            echo "$name: ", get_class($e), ' ', $e->getMessage(), "\n";
    }
    // What was started for the wait is no longer of interest.
    foreach (Async\get_coroutines() as $c) if ($c !== $sleeper && $c !== Async\current_coroutine()) $c->cancel();
    suspend();
}
echo count($cases), " cases\n";

echo "-- what was waited for is intact\n";
var_dump($sleeper->isCompleted(), $never->isCompleted());
spawn(fn() => fwrite($there, "line\n"));
echo fgets($here);
spawn(fn() => $channel->send('value'));
echo $channel->recv(), "\n";
touch("$d/file");
foreach ($watcher as $event) if ($event->filename === 'file') { echo "file\n"; break; }
$pool->release($taken);
var_dump($pool->acquire() === $taken);
fclose($pipes[0]);
var_dump(flock($lock, LOCK_EX));
$watcher->close();
$sleeper->cancel();
unset($signal, $e);
--EXPECT--
34 cases
-- what was waited for is intact
bool(false)
bool(false)
line
value
file
bool(true)
bool(true)
