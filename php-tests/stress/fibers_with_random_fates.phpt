--TEST--
FI-2, FI-9, FI-13: Fibers that wait, park, are cancelled, dropped and collected in random order leave nothing behind
--DESCRIPTION--
Rules: FI-2, FI-9, FI-12, FI-13, GC-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, get_coroutines};
use Async\AsyncCancellation;

class D {
    public static int $alive = 0; public $self;
    function __construct() { self::$alive++; $this->self = $this; }
    function __destruct() { try { if (mt_rand(0, 9) === 0) suspend(); } finally { self::$alive--; } }
}
mt_srand(7);
$body = function (int $depth) use (&$body) {
    $d = new D;
    for ($i = 0; $i < 5; $i++) {
        try {
            switch (mt_rand(0, 7)) {
                case 0: suspend(); break;
                case 1: Fiber::suspend($i); break;
                case 2: delay(1); break;
                case 3: if (mt_rand(0, 3) === 0) throw new AsyncCancellation('own'); break;
                case 4: await(spawn(function () { suspend(); return new D; })); break;
                case 5:
                    if ($depth < 2) {
                        $f = new Fiber($body); $f->start($depth + 1);
                        if (mt_rand(0, 1)) $f->getCoroutine()?->cancel();
                        if (mt_rand(0, 1) && $f->isSuspended()) $f->resume();
                    }
                    break;
                case 6: if (mt_rand(0, 9) === 0) gc_collect_cycles(); break;
                case 7: $a = new D; $b = new D; $a->self = $b; $b->self = $a; break;
            }
        } catch (FiberError|LogicException) { } catch (AsyncCancellation $e) { if (mt_rand(0, 1)) throw $e; }
    }
    return $d;
};
$cs = [];
for ($n = 0; $n < 150; $n++) {
    $cs[] = spawn(function () use ($body) {
        $fibers = [];
        for ($i = 0; $i < 4; $i++) {
            $f = new Fiber($body);
            try { $f->start(0); } catch (LogicException|AsyncCancellation|FiberError) { }
            $fibers[] = $f;
        }
        for ($i = 0; $i < 10; $i++) {
            $f = $fibers[array_rand($fibers)];
            try {
                switch (mt_rand(0, 4)) {
                    case 0: if ($f->isSuspended()) $f->resume($i); break;
                    case 1: $f->getCoroutine()?->cancel(); break;
                    case 2: if ($f->isSuspended()) $f->throw(new LogicException('thrown in')); break;
                    case 3: if ($f->isTerminated()) $f->getReturn(); break;
                    case 4: suspend(); break;
                }
            } catch (LogicException|AsyncCancellation|FiberError) { }
        }
    });
}
foreach ($cs as $c) { try { await($c); } catch (LogicException|AsyncCancellation) { } }
unset($c, $cs, $f, $body);
for ($i = 0; $i < 20 && (count(get_coroutines()) > 1 || D::$alive); $i++) { gc_collect_cycles(); delay(5); }
var_dump(count(get_coroutines()), D::$alive);
--EXPECT--
int(1)
int(0)
