--TEST--
SO-10: filters of user space may suspend; two coroutines that read or write through one do not mix up what is in it
--DESCRIPTION--
Rules: io SO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

class Upper extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            suspend();
            $bucket->data = strtoupper($bucket->data);
            $consumed += $bucket->datalen;
            suspend();
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}

stream_filter_register('upper', Upper::class);
$lines = array_map(fn($i) => str_repeat(chr(ord('a') + $i), 3000) . "\n", range(0, 9));

// Readers.
$s = fopen('php://memory', 'w+');
fwrite($s, implode($lines));
rewind($s);
stream_filter_append($s, 'upper', STREAM_FILTER_READ);
$got = [];
$read = function () use ($s, &$got) {
    for ($i = 0; $i < 5; $i++) {
        $got[] = fgets($s);
    }
};
array_map(await(...), [spawn($read), spawn($read)]);
sort($got);
var_dump($got === array_map(strtoupper(...), $lines));

// Writers.
$s = fopen('php://memory', 'w+');
stream_filter_append($s, 'upper', STREAM_FILTER_WRITE);
$write = fn($from) => function () use ($s, $lines, $from) {
    for ($i = $from; $i < 10; $i += 2) {
        fwrite($s, $lines[$i]);
    }
};
array_map(await(...), [spawn($write(0)), spawn($write(1))]);
rewind($s);
$got = preg_split('/(?<=\n)/', stream_get_contents($s), -1, PREG_SPLIT_NO_EMPTY);
sort($got);
var_dump($got === array_map(strtoupper(...), $lines));

// One is added while a coroutine reads: what comes after is filtered, nothing is lost.
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reads = $adds = false;
$reader = spawn(function () use ($a, &$reads) { $reads = true; return fgets($a) . fgets($a); });
while (!$reads) suspend();
$filter = spawn(function () use ($a, &$adds) { $adds = true; return stream_filter_append($a, 'upper', STREAM_FILTER_READ); });
while (!$adds) suspend();
fwrite($b, "one\n");
await($filter);
fwrite($b, "two\n");
fclose($b);
echo strtolower(await($reader));
?>
--EXPECT--
bool(true)
bool(true)
one
two
