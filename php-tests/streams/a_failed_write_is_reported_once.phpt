--TEST--
ST-8, IO-9, SO-5: a write that fails after a part of it was written says so once, as in stock PHP, and waits for its time limit once
--DESCRIPTION--
Rules: io ST-8, io IO-9, io SO-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$much = str_repeat('0123456789abcdef', 1 << 20);
$log = [];
set_error_handler(function (int $level, string $text) use (&$log): bool {
    // Newer versions of OpenSSL say more.
    $log[] = preg_replace(['~of \d+ bytes~', '~SSL operation failed .*:(?=Conn)~s'], ['of some bytes', 'SSL: '], $text);
    return true;
});
$write = function ($stream) use ($much): string {
    $written = fwrite($stream, $much);
    return is_int($written) && $written > 0 && $written < strlen($much) ? 'a part' : json_encode($written);
};
$show = function (string $what, string $written) use (&$log) {
    echo "$what: $written, ", implode(', ', $log), "\n";
    $log = [];
};

// A socket, whose peer reads a little and resets, as it closes with something unread.
[$ours, $peer] = connected_pair('tcp');
$writer = spawn($write, $ours);
for ($read = 0; $read < 100_000; $read += strlen(fread($peer, 10_000)));
fclose($peer);
$show('reset', await($writer));

// The same with TLS.
[$ours, $peer] = connected_pair('tls');
$writer = spawn($write, $ours);
for ($read = 0; $read < 100_000; $read += strlen(fread($peer, 10_000)));
fclose($peer);
$show('TLS', await($writer));

// A pipe.
$pipe = popen('head -c 100000 >/dev/null', 'w');
$show('pipe', await(spawn($write, $pipe)));
pclose($pipe);

// Through a filter.
[$ours, $peer] = connected_pair('tcp');
stream_filter_append($ours, 'string.rot13', STREAM_FILTER_WRITE);
$writer = spawn(fn() => is_int(fwrite($ours, $much)) ? 'something' : 'nothing');
for ($read = 0; $read < 100_000; $read += strlen(fread($peer, 10_000)));
fclose($peer);
$show('filter', await($writer));

// A time limit. The sleeper sleeps longer, but not twice as long.
[$ours, $peer] = connected_pair('tcp');
stream_set_timeout($ours, 0, 400_000);
$ends = [];
$sleeper = spawn(function () use (&$ends) {
    usleep(700_000);
    $ends[] = 'sleeper';
});
$writer = spawn(function () use ($write, $ours, &$ends) {
    $result = $write($ours);
    $ends[] = 'writer';
    return $result;
});
$show('time limit', await($writer));
await($sleeper);
echo implode(', ', $ends), "\n";
// What is written then begins anew.
for ($read = 0; $read < 100_000; $read += strlen(fread($peer, 10_000)));
echo fwrite($ours, 'more'), "\n";
?>
--EXPECT--
reset: a part, fwrite(): Send of some bytes failed with errno=104 Connection reset by peer
TLS: a part, fwrite(): SSL: Connection reset by peer
pipe: a part, fwrite(): Write of some bytes failed with errno=32 Broken pipe
filter: something, fwrite(): Send of some bytes failed with errno=104 Connection reset by peer
time limit: a part, fwrite(): Send of some bytes failed with errno=11 Resource temporarily unavailable
writer, sleeper
4
