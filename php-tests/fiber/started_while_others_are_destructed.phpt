--TEST--
FI-9, GC-23: a Fiber that is about to start while objects are destructed at the end is destroyed properly when it parks
--DESCRIPTION--
Rules: FI-9, FI-5, GC-23
Order: dependent
--FILE--
<?php
use function Async\suspend;

suspend();
$fibers = [new Fiber(function () {
    try {
        Fiber::suspend();
    } finally {
        $inner = new Fiber(function () { try { Fiber::suspend(); echo "never\n"; } finally { echo "inner finally\n"; } });
        $inner->start();
        echo "outer finally\n";
    }
})];
$fibers[0]->start();
echo "end\n";
--EXPECT--
end
outer finally
inner finally
