--TEST--
SP-10, SP-11, SP-12, SP-13, SP-14, SP-17: spawn_with() and what the provider says
--DESCRIPTION--
Rules: OD-17, SP-10, SP-11, SP-12, SP-13, SP-14, SP-17, SP-3, SP-2, SP-7
Order: dependent
--FILE--
<?php
use function Async\{spawn_with, spawn, suspend, await, current_coroutine};
use Async\{Scope, ScopeProvider, AsyncCancellation};

class Provider implements ScopeProvider
{
    function __construct(private $result) {}
    function provideScope(): ?Scope { echo "provideScope\n"; return $this->result instanceof Closure ? ($this->result)() : $this->result; }
}
class Wrong implements ScopeProvider { function provideScope(): ?Scope { return 'string'; } }
function attempt(string $what, callable $call): void
{
    echo "$what: ";
    try {
        echo json_encode($call()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', str_replace(__FILE__, 'FILE', $e->getMessage()), "\n";
    }
}
$s = new Scope;
$task = fn(...$args) => [$args, count($s->getChildScopes())];
attempt('scope', fn() => await(spawn_with($s, fn(...$args) => $args, 1, two: 2)));
attempt('any callable', fn() => await(spawn_with($s, 'strtoupper', 'x')));
attempt('provider', fn() => await(spawn_with(new Provider($s), function () { $GLOBALS['child'] = Scope::inherit(); return 'ran'; })));
var_dump($s->getChildScopes() === [$child]);
attempt('null', fn() => await(spawn_with(new Provider(null), fn() => 'in the current scope')));
attempt('a scope that nobody holds', fn() => await(spawn_with(new Provider(fn() => new Scope), fn() => 'never')));
attempt('exception', fn() => spawn_with(new Provider(fn() => throw new DomainException('mine')), fn() => print "never\n"));
attempt('cancellation', fn() => spawn_with(new Provider(fn() => throw new AsyncCancellation('mine')), fn() => print "never\n"));
attempt('wrong type', fn() => spawn_with(new Wrong, fn() => print "never\n"));
attempt('suspending provider', fn() => await(spawn_with(new Provider(function () use ($s) { suspend(); return $s; }), fn() => 'ran')));
attempt('no provider', fn() => spawn_with(new stdClass, fn() => 1));
attempt('no task', fn() => spawn_with($s));
attempt('nothing', fn() => spawn_with());
attempt('not callable', fn() => spawn_with($s, 'no function'));
$closed = new Scope;
$closed->dispose();
attempt('closed', fn() => spawn_with($closed, fn() => print "never\n"));
attempt('closed by provider', fn() => spawn_with(new Provider($closed), fn() => print "never\n"));
$released = new Scope;
$released->spawn(function () { suspend(); suspend(); });
suspend();
$released->cancel();
suspend();
attempt('released', fn() => spawn_with($released, fn() => print "never\n"));
attempt('released by provider', fn() => spawn_with(new Provider($released), fn() => print "never\n"));
echo count(Async\get_coroutines()), "\n";
--EXPECT--
scope: {"0":1,"two":2}
any callable: "X"
provider: provideScope
"ran"
bool(true)
null: provideScope
"in the current scope"
a scope that nobody holds: provideScope
Async\AsyncCancellation: Scope is being disposed due to object destruction
exception: provideScope
DomainException: mine
cancellation: provideScope
Async\AsyncCancellation: mine
wrong type: TypeError: Wrong::provideScope(): Return value must be of type ?Async\Scope, string returned
suspending provider: provideScope
"ran"
no provider: TypeError: Async\spawn_with(): Argument #1 ($provider) must be of type Async\ScopeProvider, stdClass given
no task: ArgumentCountError: Async\spawn_with() expects at least 2 arguments, 1 given
nothing: ArgumentCountError: Async\spawn_with() expects at least 2 arguments, 0 given
not callable: TypeError: Async\spawn_with(): Argument #2 ($task) must be a valid callback, function "no function" not found or invalid function name
closed: Async\AsyncException: Cannot spawn a coroutine in a closed scope
closed by provider: provideScope
Async\AsyncException: Cannot spawn a coroutine in a closed scope
released: Async\AsyncException: Scope object has been disposed
released by provider: provideScope
Async\AsyncException: Scope object has been disposed
1
