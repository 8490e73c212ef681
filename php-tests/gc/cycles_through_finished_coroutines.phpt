--TEST--
GC-3: a finished coroutine that only a cycle through its own parts refers to is collected
--DESCRIPTION--
Rules: GC-3, GC-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, coroutine_context};

class D { public $c; public $more; function __construct(public $n) {} function __destruct() { echo "$this->n\n"; } }
$make = [
    'result' => function () { $d = new D('result'); $d->c = spawn(fn() => $d); return $d->c; },
    'exception' => function () {
        $d = new D('exception');
        $d->c = spawn(function () use ($d) { $e = new class extends Exception { public $d; }; $e->d = $d; throw $e; });
        try { await($d->c); } catch (Exception) { }
        return $d->c;
    },
    'handler' => function () {
        $d = new D('handler'); $d->c = spawn(fn() => null);
        $d->c->finally(function () use ($d) { });
        return $d->c;
    },
    'context' => function () {
        $d = new D('context');
        $d->c = spawn(function () use ($d) { coroutine_context()->set('d', $d); coroutine_context()->set($d, 1); });
        return $d->c;
    },
    'task' => function () { $d = new D('task'); $d->c = spawn((fn() => null)->bindTo($d)); return $d->c; },
];
foreach ($make as $m) { $c = $m(); unset($m); try { await($c); } catch (Exception) { } unset($c); }
unset($make);
suspend(); suspend();
echo "-- collect\n";
gc_collect_cycles(); suspend(); suspend();
echo "-- end\n";
--EXPECT--
handler
task
-- collect
result
exception
context
-- end
