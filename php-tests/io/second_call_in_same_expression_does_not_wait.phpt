--TEST--
io CX-3: in the poisoned state no hook waits: a call that loops on errors ends at once
--DESCRIPTION--
Rules: io CX-3, io CX-2, HK-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(function () use ($a) { $n = 0; while (!feof($a)) { $n++; stream_get_contents($a); if ($n > 3) { echo "spins\n"; break; } } });
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
stop
