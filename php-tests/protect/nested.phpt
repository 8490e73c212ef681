--TEST--
PR-9, OD-10: protection is counted; only the outermost end delivers
--DESCRIPTION--
Rules: PR-9, OD-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, protect, await};
use Async\AsyncCancellation;

$c = spawn(function () {
    $r = [];
    try {
        protect(function () use (&$r) {
            $r[] = protect(function () { suspend(); return 'inner'; });
            suspend();
            try { protect(fn() => throw new LogicException('from inner')); } catch (LogicException $e) { $r[] = $e->getMessage(); }
            suspend();
            $r[] = 'outer ends';
        });
        echo "never\n";
    } catch (AsyncCancellation $e) { echo implode(', ', $r), ', ', $e->getMessage(), "\n"; }
});
suspend(); $c->cancel(new AsyncCancellation('now')); suspend(); suspend(); suspend();
var_dump($c->isCompleted());
--EXPECT--
inner, from inner, outer ends, now
bool(true)
