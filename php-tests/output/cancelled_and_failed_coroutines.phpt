--TEST--
OB-5, OB-7: open buffers of a coroutine that is cancelled or fails are flushed; exceptions caught inside leave buffers alone
--DESCRIPTION--
Rules: OB-5, OB-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () { ob_start(fn($b) => "<$b>"); echo 'cancelled'; delay(1000); });
suspend(); $c->cancel();
try { await($c); } catch (AsyncCancellation) { echo "\n"; }
$c = spawn(function () { ob_start(); echo "failed\n"; throw new Exception; });
try { await($c); } catch (Exception) { }
echo await(spawn(function () {
    ob_start(); echo 'a';
    try { ob_start(); echo 'lost'; suspend(); throw new Exception; } catch (Exception) { ob_end_clean(); echo 'b'; } finally { echo 'c'; }
    return ob_get_clean();
})), "\n";
var_dump(ob_get_level());
--EXPECT--
<cancelled>
failed
abc
int(0)
