--TEST--
CX-6: cancelling a coroutine in fread() throws without a warning; nothing is consumed, eof is not set
--DESCRIPTION--
Rules: CX-6, CX-1, CX-4, ST-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
foreach (['fread' => fn($s) => fread($s, 100), 'fgets' => fn($s) => fgets($s), 'stream_get_contents' => fn($s) => stream_get_contents($s, 5), 'fgetc' => fn($s) => fgetc($s)] as $name => $read) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $c = spawn(function () use ($a, $read) { try { var_dump($read($a)); echo "never\n"; } catch (AsyncCancellation $e) { echo 'caught ', $e->getMessage(), "\n"; throw $e; } });
    suspend();
    $c->cancel(new AsyncCancellation($name));
    try { await($c); } catch (AsyncCancellation $e) { var_dump(feof($a)); }
    fwrite($b, "later\n");
    echo fgets($a);
    fclose($b);
    var_dump(fgets($a), feof($a));
}
--EXPECT--
caught fread
bool(false)
later
bool(false)
bool(true)
caught fgets
bool(false)
later
bool(false)
bool(true)
caught stream_get_contents
bool(false)
later
bool(false)
bool(true)
caught fgetc
bool(false)
later
bool(false)
bool(true)
