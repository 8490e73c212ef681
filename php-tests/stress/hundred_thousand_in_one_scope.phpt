--TEST--
SC-20, SC-29: 100,000 coroutines and 100,000 child scopes in one scope
--DESCRIPTION--
Rules: SC-20, SC-29, SC-6
Order: dependent
--INI--
memory_limit=1G
--FILE--
<?php
use function Async\{suspend, await, timeout, delay};
use Async\Scope;

$s = new Scope;
$n = 0;
for ($i = 0; $i < 100_000; $i++) $s->spawn(function () use (&$n) { try { suspend(); suspend(); } finally { $n++; } });
suspend();
$s->cancel();
suspend();
var_dump($n, $s->isClosed());

$p = new Scope;
$list = [];
for ($i = 0; $i < 100_000; $i++) $list[] = Scope::inherit($p);
for ($i = 0; $i < 100_000; $i += 2) unset($list[$i]);
var_dump($p->getChildScopes() === array_values($list));
$p->cancel();
var_dump($list[99_999]->isClosed());
unset($list);
var_dump($p->getChildScopes());
--EXPECT--
int(100000)
bool(true)
bool(true)
bool(false)
array(0) {
}
