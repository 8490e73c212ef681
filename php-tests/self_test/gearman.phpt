--TEST--
io chapter 10: gearman comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('gearman', 'gearmand')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_gearman();
echo child_with('gearman', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('gearman', ['connect', 'poll|__poll_chk', 'send|sendto', 'recv'], function () use ($host, $port) {
        $client = new GearmanClient;
        $client->addServer($host, $port);
        $client->doBackground('f', 'x');
    });
    PHP);
?>
--EXPECT--
gearman: hit
