--TEST--
io chapter 10: memcached comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('memcached', 'memcached')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_memcached();
echo child_with('memcached', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('memcached', ['connect', 'poll|__poll_chk', 'send|sendmsg', 'recv'], function () use ($host, $port) {
        $cache = new Memcached;
        $cache->addServer($host, $port);
        $cache->set('a', 'b');
        $cache->get('a');
    });
    PHP);
?>
--EXPECT--
memcached: hit
