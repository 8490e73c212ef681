--TEST--
io CX-1: cancelling a coroutine in fread(), fgets(), fgetc() or stream_get_contents() throws, without a warning
--DESCRIPTION--
Rules: io CX-1, io CX-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
foreach (['fread' => fn($s) => fread($s, 100), 'fgets' => fn($s) => fgets($s),
    'stream_get_contents' => fn($s) => stream_get_contents($s, 5), 'fgetc' => fn($s) => fgetc($s)] as $name => $read) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $c = spawn(function () use ($a, $read) {
        try { var_dump($read($a)); echo "never\n"; } catch (AsyncCancellation $e) { echo 'caught ', $e->getMessage(), "\n"; throw $e; }
    });
    suspend();
    $c->cancel(new AsyncCancellation($name));
    try { await($c); } catch (AsyncCancellation $e) { echo 'awaiter ', $e->getMessage(), "\n"; }
}
--EXPECT--
caught fread
awaiter fread
caught fgets
awaiter fgets
caught stream_get_contents
awaiter stream_get_contents
caught fgetc
awaiter fgetc
