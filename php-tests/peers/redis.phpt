--TEST--
FW-2, CX-5: Redis through a peer that trickles, cuts, resets and stops in an answer: as in stock PHP, and nothing else waits
--DESCRIPTION--
Rules: io FW-2, io CX-5, io CX-7
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('redis', 'redis-server')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/watchdog.php';

$server = start_redis();
watchdog(100);
$scripts = [
    'trickles' => [['meanwhile'], ['proxy', $server->port, 'piece' => 1]],
    'says nothing' => [['silent']],
    'resets at once' => [['meanwhile'], ['reset']],
    'closes at once' => [['read', "\r\n"], ['meanwhile'], ['close']],
];
foreach ([0, 3, 40] as $bytes) {
    foreach (['close', 'reset', 'half-close', 'silent'] as $end) {
        $then = match ($end) {
            'silent' => [['silent']],
            'half-close' => [['meanwhile'], ['half-close'], ['read', 'the end']],
            default => [['meanwhile'], [$end]],
        };
        $scripts["$bytes, $end"] = [['proxy', $server->port, 'from' => 'hostile', 'cut' => $bytes, 'then' => $then]];
    }
}
hostile_test($scripts, <<<'PHP'
    $open = function (string $script, float $limit = 30) {
        $redis = new Redis;
        $redis->connect('127.0.0.1', port($script), 30, null, 0, $limit);
        return $redis;
    };
    $long = 'hostile' . str_repeat('x', 200);
    $calls = [
        'rawCommand' => fn($redis) => $redis->rawCommand('ECHO', $long),
        'echo' => fn($redis) => $redis->echo($long),
        'pipeline' => fn($redis) => $redis->multi(Redis::PIPELINE)->echo($long)->echo('second')->exec(),
        'multi' => fn($redis) => $redis->multi()->echo($long)->echo('second')->exec(),
        'blPop' => fn($redis) => $redis->blPop(['hostile-nothing'], 1),
        'eval' => fn($redis) => $redis->eval("return {'hostile', {1, 2, 'three'}}"),
    ];
    $again = function ($redis, Closure $call) {
        try {
            return $call($redis);
        } catch (RedisException $e) {
            $first = $e->getMessage();
        }
        try {
            return [$first, $redis->ping('again')];
        } catch (RedisException $e) {
            return [$first, $e->getMessage()];
        }
    };
    $cases = $cancelled = [];
    foreach ($calls as $name => $call) {
        // Others are tried again and again by the extension itself when they fail.
        if ($name === 'rawCommand' || $name === 'echo') {
            foreach (['close', 'reset', 'half-close'] as $end) {
                foreach ([0, 40] as $bytes) {
                    $cases["$end: after $bytes, $name"] = fn() => $call($open("$bytes, $end"));
                    $cases["$end, then again: after $bytes, $name"] = fn() => $again($open("$bytes, $end"), $call);
                }
            }
            foreach (['resets at once', 'closes at once'] as $script) {
                $cases["not a server: $script, $name"] = fn() => $call($open($script));
            }
            $cases["time limit: $name"] = fn() => $call($open('0, silent', 0.05));
            $cancelled["in an answer, $name"] = ['3, silent', fn() => $call($open('3, silent'))];
        }
        $cases["trickles: $name"] = fn() => $call($open('trickles'));
        $cancelled[$name] = ['says nothing', fn() => $call($open('says nothing'))];
    }
    $cases['echo'] = fn() => strlen($calls['echo']($open('trickles')));
    $cases['cut'] = fn() => $calls['echo']($open('40, reset'));
    $cancelled['then used again'] = ['3, silent', function () use ($open, $calls) {
        $redis = $open('3, silent');
        try {
            return $calls['echo']($redis);
        } catch (Async\AsyncCancellation) {
            return $redis->echo('another');
        }
    }];
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP, [], ...extensions_for('redis'));
?>
--EXPECT--
echo: 207
cut: "RedisException(0): socket error on read socket"
close: 4 as in stock
close, then again: 4 as in stock
reset: 4 as in stock
reset, then again: 4 as in stock
half-close: 4 as in stock
half-close, then again: 4 as in stock
not a server: 4 as in stock
time limit: 2 as in stock
trickles: 6 as in stock
cancelled: 8 cases: "AsyncCancellation"
cancelled: then used again: "RedisException(0): Redis server 127.0.0.1:NUMBER went away"
