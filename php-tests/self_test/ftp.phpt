--TEST--
io chapter 10: ftp ext comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ftp', 'vsftpd')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_ftp();
echo child_with('ftp', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('ftp ext', ['connect', 'poll|__poll_chk', 'send', 'recv'], function () use ($host, $port) {
        $ftp = ftp_connect($host, $port);
        ftp_login($ftp, 'anonymous', 'test');
        ftp_pasv($ftp, true);
        ftp_nlist($ftp, '.');
    });
    PHP);
?>
--EXPECT--
ftp ext: hit
