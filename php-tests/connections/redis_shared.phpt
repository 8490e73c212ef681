--TEST--
FW-2: an object of Redis is entered by one coroutine at a time; one that subscribes has it to itself until it is closed
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

    // Closed by another coroutine: a wait for the server fails, a call in line finds it closed and connects anew.
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

    // A call that already waits fails, and so does one that comes later, in the callback too. Closing ends it.
    $redis = connect();
    $other = connect();
    $log = [];
    $subscriber = spawn(function () use ($redis, &$log) {
        try {
            $redis->rawCommand('DEBUG', 'SLEEP', '0.02');
            $redis->subscribe(['news'], function ($redis, $channel, $message) use (&$log) {
                $log[] = "callback: $message";
                delay(10);
                $log[] = 'callback over';
            });
        } catch (RedisException) {
            $log[] = 'ended';
        }
    });
    suspend();
    $ask = function (string $who) use (&$redis, &$log) {
        try {
            $redis->getHost();
            $log[] = "$who answered";
        } catch (Error $e) {
            $log[] = "$who refused" . (str_contains($e->getMessage(), 'one of its own') ? '' : ": $e");
        }
    };
    while (!$other->pubsub('NUMSUB', ['news'])['news']) {
        delay(1);
    }
    $ask('second');
    $other->publish('news', 'hello');
    while (!in_array('callback: hello', $log)) {
        suspend();
    }
    $ask('third');
    while (!in_array('callback over', $log)) {
        delay(1);
    }
    $redis->close();
    await($subscriber);
    $ask('fourth');
    echo implode(', ', $log), "\n";

    $redis = connect();
    $log = [];
    $begun = 0;
    $begin = function (Closure $call) use (&$begun) {
        $before = $begun;
        $coroutine = spawn(function () use ($call, &$begun) {
            $begun++;
            $call();
        });
        while ($begun === $before) {
            suspend();
        }
        return $coroutine;
    };
    $begin(fn() => $redis->rawCommand('DEBUG', 'SLEEP', '0.02'));
    $subscriber = $begin(fn() => $redis->subscribe(['other news'], fn() => null));
    $early = spawn($ask, 'early');
    await($early);
    $subscriber->cancel();
    echo implode(', ', $log), "\n";
    PHP;
echo child_with('redis', $server, $subscription);
$plain = $connect . <<<'PHP'

    $redis = connect();
    $subscriber = spawn(fn() => $redis->subscribe(['news'], fn() => null));
    delay(5);
    echo $redis->getPort() === $port ? 'answered' : 'wrong', "\n";
    $subscriber->cancel();
    PHP;
echo 'async.gates=-redis: ', child_with('redis', $server, $plain, ['async.gates' => '-redis']);
--EXPECT--
shared: each its own answers
cancelled
mine, or none
first failed, closed, second
second refused, callback: hello, third refused, callback over, ended, fourth answered
early refused
async.gates=-redis: answered
