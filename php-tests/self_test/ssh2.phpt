--TEST--
io chapter 10: ssh2 comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ssh2', 'sshd')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_sshd();
echo child_with('ssh2', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('ssh2', ['connect', 'poll|__poll_chk', 'send', 'recv'], function () use ($host, $port, $dir) {
        $session = ssh2_connect($host, $port);
        ssh2_auth_pubkey_file($session, get_current_user(), "$dir/user.pub", "$dir/user");
    });
    PHP);
?>
--EXPECT--
ssh2: hit
