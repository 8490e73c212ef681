--TEST--
SC-10, SC-20, SC-6: work on scopes grows with their number, not with its square
--DESCRIPTION--
Rules: SC-10, SC-20, SC-6, SC-22, SC-26, SC-50
Order: dependent
--INI--
memory_limit=512M
--FILE--
<?php
use function Async\{suspend, await, spawn, timeout};
use Async\Scope;

/**
 * CPU time for $n and for 16 $n: work in proportion takes 16 times as long, up to 140 times where the larger number does not fit
 * the processor's cache any more; quadratic work takes 256 times as long. The best of several runs counts, so that what else
 * the machine does is left out; a constant amount is granted for very short runs.
 */
function check(string $what, int $n, callable $run): void
{
    $cpu = fn() => array_sum(array_map(fn($k) => getrusage()["ru_$k.tv_sec"] * 1e6 + getrusage()["ru_$k.tv_usec"], ['utime', 'stime']));
    $best = function (int $n) use ($run, $cpu) {
        $times = [];
        for ($i = 0; $i < 2; $i++) { $begin = $cpu(); $run($n); $times[] = $cpu() - $begin; }
        return min($times);
    };
    $best($n);
    [$small, $big] = [$best($n), $best(16 * $n)];
    echo $what, ': ', $big <= 180 * $small + 5_000 ? 'linear' : "$small us for $n, $big us for 16 times as many", "\n";
}

check('cancel coroutines that wait', 3000, function (int $n) {
    $s = new Scope;
    for ($i = 0; $i < $n; $i++) $s->spawn(fn() => suspend());
    suspend();
    $s->cancel();
    suspend();
});
check('zombies leave', 3000, function (int $n) {
    $s = Scope::inherit();
    for ($i = 0; $i < $n; $i++) $s->spawn(fn() => suspend());
    suspend();
    $s->disposeSafely();
    for ($i = 0; $i < 10; $i++) $s->isFinished();
    suspend();
});
check('spawn among living ones', 3000, function (int $n) {
    $s = new Scope;
    for ($i = 0; $i < $n; $i++) { $s->spawn(fn() => suspend()); $s->isFinished(); }
    suspend(); suspend();
});
check('child scopes, last one first', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($p);
    while ($list) array_pop($list);
});
check('child scopes, first one first', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($p);
    foreach ($list as $i => $_) { unset($list[$i]); }
});
check('busy child scopes end one by one', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) { $list[] = $k = Scope::inherit($p); $k->spawn(fn() => suspend()); }
    suspend();
    suspend();
});
check('busy child scopes are cancelled with their parent', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) { $list[] = $k = Scope::inherit($p); $k->spawn(fn() => suspend()); }
    suspend();
    $p->cancel();
    suspend();
});
check('short-lived child scopes', 3000, function (int $n) {
    $p = new Scope;
    $keep = [];
    for ($i = 0; $i < $n; $i++) { $keep[] = Scope::inherit($p); $k = Scope::inherit($p); await($k->spawn('strlen', 'x')); }
});
check('child scopes that lose their parent', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) { $list[] = $k = Scope::inherit($p); $k->dispose(); }
    $last = Scope::inherit($p);
    unset($p);
    foreach ($list as $i => $_) { unset($list[$i]); }
});
check('a chain of scopes', 3000, function (int $n) {
    $list = [$p = new Scope];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($list[$i]);
    $p->spawn(fn() => suspend());
    end($list)->spawn(fn() => suspend());
    suspend();
    $p->cancel();
    suspend();
});
check('a chain of idle scopes', 3000, function (int $n) {
    $list = [$p = new Scope];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($list[$i]);
    $p->spawn(fn() => suspend());
    suspend();
    $p->cancel();
    suspend();
});
--EXPECT--
cancel coroutines that wait: linear
zombies leave: linear
spawn among living ones: linear
child scopes, last one first: linear
child scopes, first one first: linear
busy child scopes end one by one: linear
busy child scopes are cancelled with their parent: linear
short-lived child scopes: linear
child scopes that lose their parent: linear
a chain of scopes: linear
a chain of idle scopes: linear
