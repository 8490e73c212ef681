--TEST--
SO-6: a stream whose filters of user space are being called, in both directions, is closed when they have returned
--DESCRIPTION--
Rules: io SO-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

class Slow extends php_user_filter
{
    public static int $inside = 0;
    public static int $entered = 0;
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        self::$inside++;
        self::$entered++;
        while (self::$entered < 2) suspend();
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            // The one that began first ends last, and first.
            for ($i = $this->params; $i > 0; $i--) suspend();
            stream_bucket_append($out, $bucket);
        }
        self::$inside--;
        return PSFS_PASS_ON;
    }
}

stream_filter_register('slow', Slow::class);
foreach ([[2, 20], [20, 2]] as [$reading, $writing]) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_filter_append($a, 'slow', STREAM_FILTER_READ, $reading);
    stream_filter_append($a, 'slow', STREAM_FILTER_WRITE, $writing);
    fwrite($b, "data\n");
    Slow::$entered = 0;
    $users = [spawn(fn() => fread($a, 10)), spawn(fn() => fwrite($a, "data\n"))];
    while (Slow::$entered < 2) suspend();
    var_dump(fclose($a), Slow::$inside);
    array_map(await(...), $users);
}
?>
--EXPECT--
bool(true)
int(0)
bool(true)
int(0)
