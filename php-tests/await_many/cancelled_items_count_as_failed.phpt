--TEST--
AA-43: a cancelled item is a failure, its cancellation the error
--DESCRIPTION--
Rules: AA-43
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, await_all_or_fail, await_first_success};
use Async\AsyncCancellation;

$mk = function () {
    $c = spawn(function () { suspend(); });
    $n = spawn(fn() => 'never');
    $n->cancel(new AsyncCancellation('before start'));
    spawn(fn() => $c->cancel(new AsyncCancellation('reason')));
    return ['c' => $c, 'n' => $n, 'v' => spawn(function () { suspend(); suspend(); return 'v'; })];
};
[$r, $x] = await_all($mk());
echo json_encode($r), ' ', $x['c']->getMessage(), ' ', $x['n']->getMessage(), "\n";
[$v, $x] = await_first_success($mk());
ksort($x);
echo $v, ' ', implode(',', array_keys($x)), "\n";
try { await_all_or_fail($mk()); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
{"v":"v"} reason before start
v c,n
before start
