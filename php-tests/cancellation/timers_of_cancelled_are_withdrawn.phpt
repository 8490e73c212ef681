--TEST--
CN-3: the waits of cancelled coroutines are withdrawn: the process ends at once
--DESCRIPTION--
Rules: CN-3, DL-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A child that waits the hour is killed and says so.
print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await, delay, timeout};
$slow = spawn(fn() => delay(3_600_000));
$cs = [spawn(fn() => delay(3_600_000)), spawn(fn() => sleep(3600)),
    spawn(fn() => await($slow, timeout(3_600_000))), spawn(fn() => await($slow))];
suspend();
foreach ($cs as $c) $c->cancel();
$slow->cancel();
echo "end\n";
PHP));
--EXPECT--
end
[status 0]
