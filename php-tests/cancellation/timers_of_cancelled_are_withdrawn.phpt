--TEST--
CN-3: the waits of cancelled coroutines are withdrawn: the process ends at once
--DESCRIPTION--
Rules: CN-3, DL-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$start = microtime(true);
print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await, delay, timeout};
$slow = spawn(fn() => delay(60_000));
$cs = [spawn(fn() => delay(60_000)), spawn(fn() => sleep(60)), spawn(fn() => await($slow, timeout(60_000))), spawn(fn() => await($slow))];
suspend();
foreach ($cs as $c) $c->cancel();
$slow->cancel();
echo "end\n";
PHP));
var_dump(microtime(true) - $start < 50);
--EXPECT--
end
[status 0]
bool(true)
