--TEST--
ST-6, SO-4, SO-5: reads and writes of sockets and TLS end at their time limit; the connection stays usable, the rest can be written later
--DESCRIPTION--
Rules: io ST-6, io ST-8, io SO-4, io SO-5
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
foreach (['unix', 'tcp', 'tls'] as $kind) {
    echo "$kind\n";
    [$a, $b] = connected_pair($kind);
    stream_set_timeout($a, 0, 30_000);
    await(spawn(function () use ($a, $b) {
        var_dump(fread($a, 10), stream_get_meta_data($a)['timed_out'], feof($a));
        var_dump(fgets($a), stream_get_meta_data($a)['timed_out']);
        fwrite($b, "data\n");
        stream_set_timeout($a, 60);
        var_dump(fgets($a));
    }));
    stream_set_timeout($a, 0, 30_000);
    // A writer whose peer does not read. It goes on where it was.
    $big = str_repeat(implode(range('a', 'z')), 100_000);
    $written = await(spawn(fn() => @fwrite($a, $big)));
    var_dump($written > 0 && $written < strlen($big), stream_get_meta_data($a)['timed_out']);
    stream_set_timeout($a, 60);
    $reader = spawn(function () use ($b) {
        $text = '';
        while (!str_ends_with($text, 'END')) {
            $text .= fread($b, 100_000);
        }
        return $text;
    });
    $rest = substr($big, $written) . 'END';
    var_dump(fwrite($a, $rest) === strlen($rest), await($reader) === $big . 'END');
}
?>
--EXPECT--
unix
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
string(5) "data
"
bool(true)
bool(true)
bool(true)
bool(true)
tcp
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
string(5) "data
"
bool(true)
bool(true)
bool(true)
bool(true)
tls
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
string(5) "data
"
bool(true)
bool(true)
bool(true)
bool(true)
