--TEST--
CX-5 to CX-13: setting, finding and removing; the messages
--DESCRIPTION--
Rules: CX-5, CX-6, CX-7, CX-8, CX-9, CX-11, CX-12, CX-13
Order: independent
--FILE--
<?php
use Async\{Context, ContextException, AsyncException};

$c = new Context;
$show = function (callable $f) { try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } };
$o = new stdClass; $twin = new stdClass;
var_dump($c->set('a', 1) === $c, $c->set($o, 'object', replace: true) === $c, $c->set('null', null) === $c);
$show(fn() => $c->get('a')); $show(fn() => $c->get($o)); $show(fn() => $c->get($twin));
$show(fn() => $c->getLocal('NAME'));
$show(fn() => $c->get('null'));
var_dump($c->has('null'), $c->hasLocal('null'), $c->has('none'), $c->find('none'), $c->findLocal($twin));
$show(fn() => $c->set('a', 2)); $show(fn() => $c->set($o, 2)); $show(fn() => $c->set('null', 2)); $show(fn() => $c->get('a'));
$c->set('a', 2, true); $show(fn() => $c->get('a'));
$c->set('5', 'numeric string'); $show(fn() => $c->get('5'));
var_dump($c->unset('a') === $c, $c->unset('a') === $c, $c->unset($o)->has($o), $c->has('a'));
foreach (['find', 'get', 'has', 'findLocal', 'getLocal', 'hasLocal', 'unset'] as $m) $show(fn() => $c->$m(5));
foreach ([[], null, 1.5, true] as $key) $show(fn() => $c->set($key, 1));
$show(fn() => $c->set('x')); $show(fn() => $c->set('x', 1, [])); $show(fn() => $c->get()); $show(fn() => $c->get('a', 'b'));
--EXPECTF--
bool(true)
bool(true)
bool(true)
int(1)
string(6) "object"
Async\ContextException: Context key of type stdClass not found
Async\ContextException: Context key "NAME" not found
NULL
bool(true)
bool(true)
bool(false)
NULL
NULL
Async\AsyncException: Context key already exists and replace is false
Async\AsyncException: Context key already exists and replace is false
Async\AsyncException: Context key already exists and replace is false
int(1)
int(2)
string(14) "numeric string"
bool(true)
bool(true)
bool(false)
bool(false)
TypeError: Async\Context::find(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::get(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::has(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::findLocal(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::getLocal(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::hasLocal(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::unset(): Argument #1 ($key) must be of type string|object, int given
TypeError: Async\Context::set(): Argument #1 ($key) must be of type string|object, array given
TypeError: Async\Context::set(): Argument #1 ($key) must be of type string|object, null given
TypeError: Async\Context::set(): Argument #1 ($key) must be of type string|object, float given
TypeError: Async\Context::set(): Argument #1 ($key) must be of type string|object, %r(bool|true)%r given
ArgumentCountError: Async\Context::set() expects at least 2 arguments, 1 given
TypeError: Async\Context::set(): Argument #3 ($replace) must be of type bool, array given
ArgumentCountError: Async\Context::get() expects exactly 1 argument, 0 given
ArgumentCountError: Async\Context::get() expects exactly 1 argument, 2 given
