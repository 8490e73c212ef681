--TEST--
SC-65, GC-1: handlers that hold the scope, values of contexts that do: the cycles are collected
--DESCRIPTION--
Rules: SC-65, GC-1, GC-2, CX-15, CO-38
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, spawn, current_context, delay};
use Async\Scope;

class Probe { public $scope; function __construct(public string $name) {} function __destruct() { echo "$this->name gone\n"; } }
function make(string $name, callable $attach): void
{
    $s = new Scope;
    $probe = new Probe($name);
    $attach($s, $probe);
}
make('finally', fn($s, $p) => $s->finally(function () use ($s, $p) { echo "handler of a collected scope\n"; }));
make('exception handler', fn($s, $p) => $s->setExceptionHandler(function () use ($s, $p) {}));
make('child handler', fn($s, $p) => $s->setChildScopeExceptionHandler(function () use ($s, $p) {}));
make('context', function ($s, $p) { await($s->spawn(function () use ($s, $p) { current_context()->set($p, $s); })); });
make('holder', function ($s, $p) { $p->scope = $s; $s->finally(fn() => $p); });
gc_collect_cycles();
suspend(); suspend(); suspend();
gc_collect_cycles();
suspend(); suspend(); suspend();
gc_collect_cycles();
suspend(); suspend(); suspend();
echo "-\n";
// Everything that a coroutine of the scope still needs stays.
$s = new Scope;
$s->finally(function ($x) use ($s) { echo "handler runs, argument "; var_dump($x); });
$c = $s->spawn(function () { try { while (true) suspend(); } finally { echo "coroutine ends\n"; } });
suspend();
unset($s);
for ($i = 0; $i < 6; $i++) { gc_collect_cycles(); suspend(); }
echo "end\n";
--EXPECT--
finally gone
exception handler gone
child handler gone
context gone
holder gone
handler of a collected scope
-
coroutine ends
handler runs, argument NULL
end
