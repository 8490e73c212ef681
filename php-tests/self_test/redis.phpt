--TEST--
io chapter 10: phpredis comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('redis', 'redis-server')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_redis();
echo child_with('redis', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('phpredis', ['connect', 'poll|__poll_chk', 'send', 'recv'], function () use ($host, $port) {
        $redis = new Redis;
        $redis->connect($host, $port);
        $redis->set('a', 'b');
        $redis->get('a');
    });
    PHP);
?>
--EXPECT--
phpredis: hit
