--TEST--
io CX-3: after the cancellation was thrown catch, finally and destructors may do blocking I/O again
--DESCRIPTION--
Rules: io CX-3, CN-13
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
class D { public $s; function __destruct() { fwrite($this->s, "bye\n"); echo 'destructor read ', fgets($this->s); } }
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$silent, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () use ($b) { while (($line = fgets($b)) !== false) { delay(2); fwrite($b, "echo $line"); } });
$c = spawn(function () use ($a, $silent) {
    $d = new D; $d->s = $a;
    try { fread($silent, 10); echo "never\n"; }
    catch (AsyncCancellation $e) { fwrite($a, "quit\n"); echo 'catch read ', fgets($a); }
    finally { usleep(100); fwrite($a, "done\n"); echo 'finally read ', fgets($a); }
});
delay(1);
$c->cancel();
await($c);
unset($c);
fclose($a);
echo "end\n";
--EXPECT--
catch read echo quit
finally read echo done
destructor read echo bye
end
