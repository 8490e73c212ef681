--TEST--
SO-6: fclose() of a stream of user space waits for its methods, whichever function has called them, also for a stream in an array
--DESCRIPTION--
Rules: io SO-6
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$log = [];

final class Cast
{
    public mixed $context = null;

    private mixed $inner;

    public function stream_open(string $path): bool
    {
        global $pair;
        $this->inner = $path === 'cast://nothing' ? false : $pair[0];
        return true;
    }

    public function stream_cast(int $as): mixed
    {
        global $log;
        $log[] = 'cast begins';
        delay(20);
        $log[] = 'cast ends';
        return $this->inner;
    }

    public function stream_flush(): bool
    {
        global $log;
        $log[] = 'flushed';
        return true;
    }

    public function stream_write(string $data): int
    {
        return strlen($data);
    }

    public function stream_close(): void
    {
        global $log;
        $log[] = 'closed';
    }
}

final class Slow extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        global $log;
        if (!$closing) {
            $log[] = 'filter begins';
            delay(20);
            $log[] = 'filter ends';
        }
        return PSFS_PASS_ON;
    }

    public function onClose(): void
    {
        global $log;
        $log[] = 'filter closed';
    }
}

stream_wrapper_register('cast', Cast::class);
stream_filter_register('slow', Slow::class);
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($pair[1], 'x');

function select($stream): int
{
    $read = [$stream];
    $none = null;
    return stream_select($read, $none, $none, 1);
}

function start($stream): bool
{
    $process = proc_open('true', [$stream], $pipes);
    return $process && proc_close($process) === 0;
}

$calls = [
    'select' => ['cast://something', select(...)],
    'select, no descriptor' => ['cast://nothing', select(...)],
    'proc_open' => ['cast://something', start(...)],
    'proc_open, no descriptor' => ['cast://nothing', start(...)],
    'posix_isatty' => ['cast://something', posix_isatty(...)],
    'proc_open, filtered' => ['php://temp', start(...)],
];
foreach ($calls as $name => [$path, $call]) {
    $stream = fopen($path, 'r+');
    if ($path === 'php://temp') {
        stream_filter_append($stream, 'slow', STREAM_FILTER_WRITE);
    }
    $log = [];
    $user = spawn(function () use ($call, $stream) {
        try {
            return json_encode(@$call($stream));
        } catch (TypeError | ValueError $e) {
            return $e->getMessage();
        }
    });
    delay(5);
    fclose($stream);
    unset($stream);
    $junk = array_map(fn($size) => str_repeat('j', $size), range(16, 1024, 8));
    echo $name, ': ', implode(', ', $log), '; ', await($user), "\n";
}
?>
--EXPECT--
select: cast begins, cast ends, closed; stream_select(): supplied resource is not a valid stream resource
select, no descriptor: cast begins, cast ends, closed; No stream arrays were passed
proc_open: flushed, cast begins, cast ends, closed; true
proc_open, no descriptor: flushed, cast begins, cast ends, closed; false
posix_isatty: cast begins, cast ends, cast begins, cast ends, closed; false
proc_open, filtered: filter begins, filter ends, filter closed; false
