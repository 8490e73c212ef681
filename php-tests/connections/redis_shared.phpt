--TEST--
FW-2: an object of Redis is entered by one coroutine at a time while it waits for the network, but not while its callback of PHP code waits
--DESCRIPTION--
Rules: io FW-2, io CX-7, io CX-5, io FW-1, io DB-9
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('redis', 'redis-server')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_redis();
$connect = 'function connect() { $redis = new Redis; $redis->connect($GLOBALS["host"], $GLOBALS["port"]); return $redis; }';

$shared = $connect . <<<'PHP'

    $redis = connect();
    $wrong = 0;
    $coroutines = [];
    for ($i = 0; $i < 5; $i++) {
        $coroutines[] = spawn(function () use ($redis, $i, &$wrong) {
            for ($n = 0; $n < 10; $n++) {
                $wrong += $redis->rawCommand('ECHO', "$i-$n") !== "$i-$n";
                $n % 5 || $redis->rawCommand('DEBUG', 'SLEEP', '0.005');
            }
        });
    }
    foreach ($coroutines as $coroutine) {
        try {
            await($coroutine);
        } catch (RedisException) {
            $wrong++;
        }
    }
    echo $wrong ? 'wrong answers' : 'each its own answers', "\n";
    PHP;
echo 'shared: ', child_with('redis', $server, $shared);

echo child_with('redis', $server, $connect . <<<'PHP'

    // Cancelled in the middle: the old answer is never taken for the next one.
    $redis = connect();
    $coroutine = spawn(fn() => $redis->rawCommand('BLPOP', 'list', '30'));
    delay(10);
    $coroutine->cancel();
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    connect()->lPush('list', 'old');
    delay(5);
    try {
        $answer = $redis->rawCommand('ECHO', 'mine');
    } catch (RedisException) {
        $answer = 'mine, or none';
    }
    echo str_starts_with($answer, 'mine') ? 'mine, or none' : 'old', "\n";
    PHP);

echo child_with('redis', $server, $connect . <<<'PHP'

    // Closed by another coroutine: who waits for the server is told, who waits for a turn finds it closed and connects anew.
    $redis = connect();
    $log = [];
    $waiters = [];
    foreach ([['BLPOP', 'nothing', '30'], ['ECHO', 'second']] as $command) {
        $waiters[] = spawn(function () use ($redis, $command, &$log) {
            try {
                $log[] = $redis->rawCommand(...$command);
            } catch (RedisException) {
                $log[] = 'first failed';
            }
        });
        delay(10);
    }
    $redis->close();
    $log[] = 'closed';
    array_map(await(...), $waiters);
    echo implode(', ', $log), "\n";
    PHP);

$subscription = $connect . <<<'PHP'

    // A subscription waits in C, then in its callback.
    $redis = connect();
    $other = connect();
    $log = [];
    $subscriber = spawn(function () use ($redis, &$log) {
        $redis->subscribe(['news'], function ($redis, $channel, $message) use (&$log) {
            $log[] = "callback: $message";
            delay(10);
            $log[] = 'callback over';
        });
    });
    while (!$other->pubsub('NUMSUB', ['news'])['news']) {
        delay(1);
    }
    $asker = spawn(function () use ($redis, &$log) {
        $redis->getHost();
        $log[] = 'a method of the same object';
    });
    delay(10);
    $log[] = 'published';
    $other->publish('news', 'hello');
    await($asker);
    delay(30);
    $subscriber->cancel();
    echo implode(', ', $log), "\n";
    PHP;
echo child_with('redis', $server, $subscription);
echo 'async.gates=-redis: ', child_with('redis', $server, $subscription, ['async.gates' => '-redis']);
--EXPECT--
shared: each its own answers
cancelled
mine, or none
first failed, closed, second
published, callback: hello, a method of the same object, callback over
async.gates=-redis: a method of the same object, published, callback: hello, callback over
