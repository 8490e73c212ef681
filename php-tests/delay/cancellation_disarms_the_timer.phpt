--TEST--
DL-3: cancelling a delay throws at once and disarms the timer: the process does not wait for it
--DESCRIPTION--
Rules: DL-3, CN-3
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A child that waits the hour is killed and says so.
$r = child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
$c = spawn(function () { try { delay(3_600_000); echo "never\n"; } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
suspend();
$c->cancel(new Async\AsyncCancellation('stopped'));
PHP);
print_child($r);
--EXPECT--
stopped
[status 0]
