--TEST--
A signal is heard while all coroutines wait in I/O, which goes on undisturbed
--DESCRIPTION--
Rules: SG-2, SG-3
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, delay, signal, spawn};

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(fn() => rtrim(fgets($a)));
$line = spawn(function () { $p = popen('sleep 0.3; echo from the child', 'r'); $line = fgets($p); return [$line, pclose($p)]; });
// The signal comes long before its end, also on a loaded machine.
$sleeper = spawn(function () { $t = hrtime(true); usleep(4_000_000); return hrtime(true) - $t >= 4_000_000_000; });
$f = signal(Signal::SIGUSR1);
exec('(sleep 0.1; kill -USR1 ' . getmypid() . ') >/dev/null 2>&1 &');
var_dump(await($f), $reader->isCompleted(), $sleeper->isCompleted());
$g = signal(Signal::SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
await($g);
fwrite($b, "data\n");
var_dump(await($reader), await($sleeper), await($line));
--EXPECT--
enum(Async\Signal::SIGUSR1)
bool(false)
bool(false)
string(4) "data"
bool(true)
array(2) {
  [0]=>
  string(15) "from the child
"
  [1]=>
  int(0)
}
