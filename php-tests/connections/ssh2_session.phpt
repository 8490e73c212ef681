--TEST--
FW-2: one coroutine at a time is inside an ssh2 session, through its functions, its streams and its addresses
--DESCRIPTION--
Rules: io FW-2
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ssh2', 'sshd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_sshd();
echo child_with('ssh2', $server, <<<'PHP'
    $session = ssh2_connect($host, $port);
    ssh2_auth_pubkey_file($session, get_current_user(), "$dir/user.pub", "$dir/user") || die("no access\n");
    $sftp = ssh2_sftp($session);
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            $ticks++;
            delay(1);
        }
    });
    $wrong = [];
    $coroutines = [];
    for ($i = 0; $i < 4; $i++) {
        $coroutines[] = spawn(function () use ($session, $sftp, $dir, $i, &$wrong) {
            for ($n = 0; $n < 3; $n++) {
                $stream = ssh2_exec($session, "sleep 0.01; echo $i-$n");
                stream_set_blocking($stream, true);
                if (($got = stream_get_contents($stream)) !== "$i-$n\n") {
                    $wrong[] = "exec: $got";
                }
                fclose($stream);
                $file = 'ssh2.sftp://' . (int) $sftp . "$dir/file$i";
                file_put_contents($file, str_repeat("$i$n", 20_000));
                if (file_get_contents($file) !== str_repeat("$i$n", 20_000) || filesize($file) !== 40_000) {
                    $wrong[] = 'sftp';
                }
                unlink($file);
            }
        });
    }
    array_map(await(...), $coroutines);
    $ticker->cancel();
    echo implode("\n", $wrong) ?: 'all right', "\n", $ticks > 3 ? "others ran meanwhile\n" : "nobody ran\n";
    PHP);
--EXPECT--
all right
others ran meanwhile
