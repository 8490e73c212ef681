--TEST--
CX-1, CX-2, CX-7, CX-10, CX-14: contexts of scopes: look-up through parents
--DESCRIPTION--
Rules: CX-1, CX-2, CX-3, CX-7, CX-8, CX-10, CX-11, CX-12, CX-14
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_context, root_context, request_context};
use Async\{Scope, Context};

current_context()->set('who', 'main');
var_dump(current_context() === root_context(), request_context());
$show = fn() => var_export(current_context()->find('who'), true) . ', local '
    . var_export(current_context()->findLocal('who'), true) . ', root ' . root_context()->find('who');
$a = Scope::inherit();
$b = Scope::inherit($a);
$c = Scope::inherit($b);
echo 'below main: ', await($c->spawn($show)), "\n";
await($a->spawn(fn() => current_context()->set('who', 'a')));
echo 'b has no context, a has: ', await($c->spawn($show)), "\n";
await($b->spawn(fn() => current_context()->set('who', 'b')));
echo 'overridden in b: ', await($c->spawn($show)), "\n";
await($b->spawn(fn() => current_context()->unset('who')));
echo 'removed from b: ', await($c->spawn($show)), "\n";
var_dump(await($a->spawn(fn() => current_context())) === await($a->spawn(fn() => current_context())));
$detached = new Scope;
echo 'detached: ', await($detached->spawn($show)), "\n";
echo 'spawned from another scope: ', await($a->spawn(fn() => await($detached->spawn($show)))), "\n";
$context = await($c->spawn(fn() => current_context()->set('own', 1)));
var_dump($context->find('who'));
unset($c);
suspend();
var_dump($context->find('who'), $context->find('own'));
--EXPECT--
bool(true)
NULL
below main: 'main', local NULL, root main
b has no context, a has: 'a', local NULL, root main
overridden in b: 'b', local NULL, root main
removed from b: 'a', local NULL, root main
bool(true)
detached: NULL, local NULL, root main
spawned from another scope: NULL, local NULL, root main
string(1) "a"
NULL
int(1)
