--TEST--
GC-1: nothing that a coroutine holds is collected: results, arguments, handlers, context values and keys, variables of its stack
--DESCRIPTION--
Rules: GC-1, GC-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, coroutine_context, delay};

class N {
    public $self;
    function __construct(public $n) { $this->self = $this; }
    function __destruct() { global $open; if (!$open) echo "collected too early: $this->n\n"; }
}
$open = false;
$wait = function () { while (!$GLOBALS['open']) suspend(); };
$cs = [
    spawn(function (N $argument) use ($wait) { $wait(); return $argument->n; }, new N('argument')),
    spawn(function () use ($wait) {
        $local = new N('variable');
        $g = (function () use ($wait) { $inner = new N('generator variable'); yield 1; $wait(); yield $inner->n; })();
        $g->current(); $g->next();
        return $local->n . ', ' . $g->current();
    }),
    spawn(function () use ($wait) {
        $f = new Fiber(function () { $inner = new N('Fiber variable'); Fiber::suspend(); return $inner->n; });
        $f->start(); $wait(); $f->resume(); return $f->getReturn();
    }),
    spawn(function () use ($wait) {
        coroutine_context()->set(new N('key'), new N('value'))->set('name', new N('named value'));
        $wait();
        return coroutine_context()->get('name')->n;
    }),
    spawn(fn() => new N('result')),
    spawn((function () use ($wait) { $wait(); return $this->n; })->bindTo(new N('bound object'))),
    spawn(function () use ($wait) {
        try { throw new LogicException('e'); } finally { $x = new N('during unwinding'); $wait(); echo "$x->n\n"; return 'replaced'; }
    }),
    spawn(function () use ($wait) {
        return array_map(function (N $n) use ($wait) { $wait(); return $n->n; }, [new N('argument of a callback')])[0];
    }),
];
$handled = spawn($wait);
$handled->finally((function () { echo "handler of $this->n\n"; })->bindTo(new N('handler')));
$delayed = spawn(function (N $n) { delay(1); return $n->n; }, new N('waits for a timer'));
for ($i = 0; $i < 4; $i++) { gc_collect_cycles(); suspend(); }
$open = true;
foreach ([...$cs, $delayed] as $c) { $v = await($c); echo is_object($v) ? $v->n : $v, "\n"; }
await($handled);
--EXPECT--
during unwinding
handler of handler
argument
variable, generator variable
Fiber variable
named value
result
bound object
replaced
argument of a callback
waits for a timer
