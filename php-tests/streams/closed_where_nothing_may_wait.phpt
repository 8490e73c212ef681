--TEST--
SO-6, FW-4: where a coroutine may not be left, a stream that another one is inside of is not closed under it: an Error says so
--DESCRIPTION--
Rules: io SO-6, io FW-4
Order: independent
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/waits.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
// A session cannot be started when something was written.
ob_start();

// PHP's sessions are one for the process: nothing suspends in a handler of theirs.
class Handler implements SessionHandlerInterface
{
    public static Closure $close_it;

    public function read(string $id): string
    {
        try {
            echo json_encode((self::$close_it)()), "\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
        return '';
    }

    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function write(string $id, string $data): bool { return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $seconds): int { return 0; }
}
session_set_save_handler(new Handler);

/** Closes in a handler of sessions, while `$call` waits, if there is one. */
function attempt(string $name, Closure $close, ?Closure $call = null, ?Closure $let_go = null): void
{
    $waiting = $call ? ends($call) : null;
    $waiting and until_suspended($waiting);
    Handler::$close_it = $close;
    echo "$name: ";
    session_start();
    session_abort();
    if ($waiting) {
        $let_go();
        echo '    the call: ', await($waiting), ', then closed: ', json_encode($close()), "\n";
    }
}

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
attempt('fclose', fn() => fclose($here), fn() => fgets($here), fn() => fwrite($there, "a line\n"));

$process = popen('sleep 0.05; echo done', 'r');
attempt('pclose', fn() => pclose($process), fn() => fgets($process), fn() => null);

$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
attempt('proc_close', fn() => proc_close($process), fn() => fgets($pipes[1]), fn() => fclose($pipes[0]));

class Slow
{
    public $context;
    function stream_open() { return true; }
    function stream_eof() { return false; }
    function stream_stat() { return []; }
    function stream_read(int $count) { delay(20); return "slowly\n"; }
    function stream_set_option() { return false; }
    function stream_cast() { delay(20); return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)[0]; }
    function dir_opendir() { return true; }
    function dir_readdir() { delay(20); return 'entry'; }
    function dir_closedir() { return true; }
}
stream_wrapper_register('slow', Slow::class);
$slow = fopen('slow://', 'r');
attempt('user space', fn() => fclose($slow), fn() => fgets($slow), fn() => null);
$slow = fopen('slow://', 'r');
attempt('one that is cast', fn() => fclose($slow), function () use ($slow) {
    $read = [$slow];
    $write = $except = null;
    return stream_select($read, $write, $except, 0);
}, fn() => null);
$directory = opendir('slow://');
attempt('closedir', fn() => closedir($directory), fn() => readdir($directory), fn() => null);

// What no other coroutine is inside of is closed.
$alone = tmpfile();
attempt('alone', fn() => fclose($alone));
?>
--EXPECT--
fclose: Cannot close what another coroutine is using, because nothing can be waited for here (stream)
    the call: something, then closed: true
pclose: Cannot close what another coroutine is using, because nothing can be waited for here (stream)
    the call: something, then closed: 0
proc_close: Cannot close what another coroutine is using, because nothing can be waited for here (stream)
    the call: false, then closed: 0
user space: Cannot close what another coroutine is using, because nothing can be waited for here (stream)
    the call: something, then closed: true
one that is cast: Cannot close what another coroutine is using, because nothing can be waited for here (stream)
    the call: false, then closed: true
closedir: Cannot close what another coroutine is using, because nothing can be waited for here (stream)
    the call: something, then closed: null
alone: true
