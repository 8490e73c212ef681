--TEST--
DL-3: cancelling a delay throws at once and disarms the timer: the process does not wait for it
--DESCRIPTION--
Rules: DL-3, CN-3
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$start = microtime(true);
$r = child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
$c = spawn(function () { try { delay(60_000); echo "never\n"; } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
suspend();
$c->cancel(new Async\AsyncCancellation('stopped'));
PHP);
print_child($r);
var_dump(microtime(true) - $start < 50);
--EXPECT--
stopped
[status 0]
bool(true)
