--TEST--
After a fatal error, futures, their waiters and their chains go without a word
--DESCRIPTION--
Rules: CH-47, FU-38
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

require __DIR__ . '/../lib/child.php';
print_child(child_php(<<<'PHP'
<?php
use Async\{Future, FutureState};
use function Async\{spawn, suspend, timeout};
$state = new FutureState();
$future = new Future($state);
$chain = $future->map(fn() => 1)->finally(fn() => 2);
spawn(fn() => $future->await());
spawn(fn() => $future->await(timeout(1000)));
spawn(function () { suspend(); $f = 'str_repeat'; ini_set('memory_limit', '4M'); $f('x', 100_000_000); });
spawn(fn() => $chain->await());
$never = new FutureState();
(new Future($never))->await(new Future($state));
PHP));
--EXPECTF--
Fatal error: Allowed memory size of %d bytes exhausted %s
[status 255]
