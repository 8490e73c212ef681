--TEST--
signal() in destructors and shutdown functions, and futures that live to the end
--DESCRIPTION--
Rules: SG-2, SG-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Signal; use function Async\{signal, spawn, await, delay};
function hear(): void { $f = signal(Signal::SIGUSR1)->ignore(); exec("kill -USR1 " . getmypid()); echo await($f)->name, "\n"; }', [
    'shutdown function' => 'register_shutdown_function(hear(...)); echo "end\n";',
    'destructor' => 'class D { function __destruct() { hear(); } } $d = new D(); echo "end\n";',
    'given up by a destructor' =>
        'class D { public $f; public $d; function __construct() { $this->f = signal(Signal::SIGUSR1)->ignore(); } }
        $d = new D(); $d->d = new D(); spawn(function () use (&$d) { delay(1); $d = null; echo "given up\n"; }); echo "end\n";',
    'in a cycle' => '$o = new stdClass(); $o->f = signal(Signal::SIGUSR1)->ignore(); '
        . '$o->o = $o; unset($o); gc_collect_cycles(); echo "end\n";',
]);
--EXPECT--
-- shutdown function
end
SIGUSR1
[status 0]
-- destructor
end
SIGUSR1
[status 0]
-- given up by a destructor
end
given up
[status 0]
-- in a cycle
end
[status 0]
