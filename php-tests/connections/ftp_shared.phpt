--TEST--
FW-2: transfers on one FTP connection, through streams that wait, take turns and arrive whole
--DESCRIPTION--
Rules: io FW-2
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ftp', 'vsftpd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_ftp();
$wrapper = var_export(__DIR__ . '/../lib/slow_wrapper.php', true);
echo child_with('ftp', $server, "require $wrapper;" . <<<'PHP'
    $ftp = ftp_connect($host, $port);
    ftp_login($ftp, 'anonymous', 'test');
    ftp_pasv($ftp, true);
    ftp_chdir($ftp, '/a');
    $wrong = [];
    $one = function (int $n) use ($ftp, &$wrong) {
        $text = str_repeat("this is text $n\n", 20 + $n);
        SlowStream::$files["from$n"] = $text;
        if (!ftp_put($ftp, "file$n", "slow://from$n", FTP_BINARY) || ftp_size($ftp, "file$n") !== strlen($text)) {
            $wrong[] = "$n was not sent";
        }
        if (!ftp_get($ftp, "slow://to$n", "file$n", FTP_BINARY) || SlowStream::$files["to$n"] !== $text) {
            $wrong[] = "$n was not received";
        }
        if (!ftp_delete($ftp, "file$n")) {
            $wrong[] = "$n was not removed";
        }
    };
    array_map(await(...), array_map(fn(int $n) => spawn($one, $n), range(1, 4)));
    echo implode("\n", $wrong) ?: 'each its own file', "\n";
    var_dump(ftp_nlist($ftp, '.'));
    PHP);
?>
--EXPECT--
each its own file
array(0) {
}
