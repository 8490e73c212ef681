--TEST--
CX-1 to CX-4: the contexts of the scope, of the coroutine, of the request and of main
--DESCRIPTION--
Rules: CX-1, CX-2, CX-3, CX-4, CO-24
Order: dependent
--FILE--
<?php
use function Async\{current_context, root_context, coroutine_context, request_context, current_coroutine, spawn, await};

current_context()->set('early', 'set before anything was spawned');
var_dump(current_context() === current_context(), current_context() === root_context(), coroutine_context() !== current_context(),
    coroutine_context() === current_coroutine()->getContext(), request_context());
coroutine_context()->set('private', 'of main');
$main = current_context();
$c = spawn(function () use ($main) {
    var_dump(current_context() === $main, root_context() === $main, current_context()->get('early'), coroutine_context()->has('private'),
        coroutine_context()->has('early'), coroutine_context() === current_coroutine()->getContext());
    coroutine_context()->set('own', 1);
    spawn(fn() => var_dump(coroutine_context()->has('own')));
});
$before = $c->getContext();
await($c);
var_dump($c->getContext() === $before, $c->getContext()->get('own'), coroutine_context()->get('private'));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
NULL
bool(true)
bool(true)
string(31) "set before anything was spawned"
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
int(1)
string(7) "of main"
