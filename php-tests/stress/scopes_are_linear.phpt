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

require __DIR__ . '/../lib/linear.php';

linear('cancel coroutines that wait', 3000, function (int $n) {
    $s = new Scope;
    for ($i = 0; $i < $n; $i++) $s->spawn(fn() => suspend());
    suspend();
    $s->cancel();
    suspend();
});
linear('zombies leave', 3000, function (int $n) {
    $s = Scope::inherit();
    for ($i = 0; $i < $n; $i++) $s->spawn(fn() => suspend());
    suspend();
    $s->disposeSafely();
    for ($i = 0; $i < 10; $i++) $s->isFinished();
    suspend();
});
linear('spawn among living ones', 3000, function (int $n) {
    $s = new Scope;
    for ($i = 0; $i < $n; $i++) { $s->spawn(fn() => suspend()); $s->isFinished(); }
    suspend(); suspend();
});
linear('child scopes, last one first', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($p);
    while ($list) array_pop($list);
});
linear('child scopes, first one first', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($p);
    foreach ($list as $i => $_) { unset($list[$i]); }
});
linear('busy child scopes end one by one', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) { $list[] = $k = Scope::inherit($p); $k->spawn(fn() => suspend()); }
    suspend();
    suspend();
});
linear('busy child scopes are cancelled with their parent', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) { $list[] = $k = Scope::inherit($p); $k->spawn(fn() => suspend()); }
    suspend();
    $p->cancel();
    suspend();
});
linear('short-lived child scopes', 3000, function (int $n) {
    $p = new Scope;
    $keep = [];
    for ($i = 0; $i < $n; $i++) { $keep[] = Scope::inherit($p); $k = Scope::inherit($p); await($k->spawn('strlen', 'x')); }
});
linear('child scopes that lose their parent', 3000, function (int $n) {
    $p = new Scope;
    $list = [];
    for ($i = 0; $i < $n; $i++) { $list[] = $k = Scope::inherit($p); $k->dispose(); }
    $last = Scope::inherit($p);
    unset($p);
    foreach ($list as $i => $_) { unset($list[$i]); }
});
linear('a chain of scopes', 3000, function (int $n) {
    $list = [$p = new Scope];
    for ($i = 0; $i < $n; $i++) $list[] = Scope::inherit($list[$i]);
    $p->spawn(fn() => suspend());
    end($list)->spawn(fn() => suspend());
    suspend();
    $p->cancel();
    suspend();
});
linear('a chain of idle scopes', 3000, function (int $n) {
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
