--TEST--
SC-60: finally registered, coroutine awaited, script ends: handlers run after the last line, in order
--DESCRIPTION--
Rules: SC-60, SC-65
Order: dependent
--FILE--
<?php
use function Async\await;
use Async\Scope;

$s = Scope::inherit();
$s->finally(function () { echo "first\n"; });
$s->finally(function ($x) use ($s) { echo "second, the scope is still held: "; var_dump($x === $s, $s->isClosed()); });
echo await($s->spawn(fn() => "body")), "\n";
echo "last line\n";
--EXPECT--
body
last line
first
second, the scope is still held: bool(true)
bool(true)
