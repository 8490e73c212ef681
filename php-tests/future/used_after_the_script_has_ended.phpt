--TEST--
Futures work in shutdown functions and destructors
--DESCRIPTION--
Rules: CM-3, FU-16
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

class AtEnd { public $f; function __destruct() { echo 'destructor: ', $this->f->await(), "\n"; } }
$object = new AtEnd();
$object->f = Future::completed(1)->map(fn($v) => $v + 1);
register_shutdown_function(function () {
    $s = new FutureState();
    spawn(fn() => $s->complete('late'));
    echo 'shutdown: ', (new Future($s))->await(), "\n";
});
echo "end\n";
--EXPECT--
end
shutdown: late
destructor: 2
