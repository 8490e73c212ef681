--TEST--
ST-1: ftp:// and ext/ftp with servers that trickle, stop, close and reset in a reply and in a transfer: as in stock PHP
--DESCRIPTION--
Rules: io ST-1, io FW-2, io CX-5
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ftp', 'vsftpd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/watchdog.php';

$server = start_ftp();
file_put_contents("$server->dir/files/a/text", str_repeat("a line\n", 100));
chmod("$server->dir/files/a/text", 0644);
watchdog(100);
$scripts = ['trickles' => [['meanwhile'], ['proxy', $server->port, 'piece' => 1]], 'says nothing' => [['silent']]];
// The greeting, the answer to USER, and what the client says to open a transfer.
$places = ['greeting' => [null, 2], 'user' => ['USER', 5], 'passive' => ['PASV', 10], 'retrieve' => ['RETR', 5]];
foreach ($places as $what => [$from, $bytes]) {
    foreach (['close', 'reset', 'half-close', 'silent'] as $end) {
        $then = match ($end) {
            'silent' => [['silent']],
            'half-close' => [['meanwhile'], ['half-close'], ['read', 'the end']],
            default => [['meanwhile'], [$end]],
        };
        $scripts["$what, $end"] = [['proxy', $server->port, 'from' => $from, 'cut' => $bytes, 'then' => $then]];
    }
}
hostile_test($scripts, <<<'PHP'
    $url = fn($script) => 'ftp://anonymous:test@127.0.0.1:' . port($script) . '/a/text';
    $open = function ($script, int $limit = 30) {
        if (!$ftp = ftp_connect('127.0.0.1', port($script), $limit)) {
            return false;
        }
        $log = [ftp_login($ftp, 'anonymous', 'test'), ftp_pasv($ftp, true)];
        $to = fopen('php://memory', 'w+');
        $log[] = ftp_fget($ftp, $to, '/a/text', FTP_BINARY);
        return [$log, stream_get_contents($to, -1, 0), ftp_pwd($ftp), ftp_close($ftp)];
    };
    $calls = [
        'ftp://' => fn($script) => file_get_contents($url($script)),
        'opendir' => fn($script) => ($dir = opendir(dirname($url($script)))) ? [readdir($dir), readdir($dir), closedir($dir)] : $dir,
        'filesize' => fn($script) => filesize($url($script)),
        'ext/ftp' => $open,
    ];
    $cases = $cancelled = [];
    foreach ($calls as $name => $call) {
        foreach (['greeting', 'user', 'passive', 'retrieve'] as $where) {
            // What they do not come to.
            $missing = ['retrieve' => ['opendir', 'filesize'], 'passive' => ['filesize', 'opendir', 'ftp://']];
            if (in_array($name, $missing[$where] ?? [])) {
                continue;
            }
            foreach (['close', 'reset', 'half-close'] as $end) {
                $cases["$end: $where, $name"] = fn() => $call("$where, $end");
            }
            $cancelled["$where, $name"] = ["$where, silent", fn() => $call("$where, silent")];
        }
        $cases["trickles: $name"] = fn() => $call('trickles');
        $cancelled["silence, $name"] = ['says nothing', fn() => $call('says nothing')];
    }
    $cases['text'] = fn() => strlen($calls['ftp://']('trickles'));
    $cases['time limit of ftp_connect'] = fn() => $open('says nothing', 1);
    $cases['time limit of ftp_fget'] = fn() => $open('retrieve, silent', 1);
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP, [], ...extensions_for('ftp'));
?>
--EXPECT--
text: 700
time limit of ftp_connect: false
time limit of ftp_fget: [[true,true,false],"",false,false]
close: 11 as in stock
reset: 11 as in stock
half-close: 11 as in stock
trickles: 4 as in stock
cancelled: 15 cases: "AsyncCancellation"
