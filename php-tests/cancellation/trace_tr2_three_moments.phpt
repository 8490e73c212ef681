--TEST--
CN-2: cancel before the start, while suspended, and after the end (TR-2)
--DESCRIPTION--
Rules: CN-2, CN-4, CN-1, TR-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$a = spawn(function () { echo "never\n"; });
$a->cancel(new AsyncCancellation("early"));
echo json_encode([$a->isCancellationRequested(), $a->isCancelled()]), "\n";
try { await($a); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo json_encode([$a->isCancelled(), $a->isStarted()]), "\n";
$b = spawn(function () { echo "b1\n"; suspend(); echo "never\n"; });
suspend(); $b->cancel(new AsyncCancellation("mid"));
try { await($b); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$d = spawn(fn() => 5); await($d); $d->cancel(); echo await($d), "\n";
--EXPECT--
[true,false]
early
[true,false]
b1
mid
5
