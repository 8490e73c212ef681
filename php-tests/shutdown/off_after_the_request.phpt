--TEST--
SD-12: when the request is over, suspend() does nothing and spawn() says why it cannot
--DESCRIPTION--
Rules: SD-12, SH-7
Order: independent
--SKIPIF--
<?php if (!extension_loaded('session')) die('skip needs session'); ?>
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, get_coroutines};

// The session module saves at its own end of the request, which comes after that of extensions loaded later.
final class Handler implements SessionHandlerInterface
{
    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function read(string $id): string { return ''; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $lifetime): int { return 0; }
    public function write(string $id, string $data): bool
    {
        suspend();
        delay(1);
        echo 'coroutines: ', count(get_coroutines()), "\n";
        try {
            spawn(fn() => print "never\n");
        } catch (Async\AsyncException $e) {
            echo $e->getMessage(), "\n";
        }
        return true;
    }
}

ini_set('session.use_cookies', 0);
ini_set('session.cache_limiter', '');
session_set_save_handler(new Handler(), false);
session_start();
$_SESSION['changed'] = 1;
await(spawn(fn() => print "coroutine\n"));
echo "end\n";
--EXPECT--
coroutine
end
coroutines: 0
Cannot spawn a coroutine when async is disabled
