--TEST--
CO-22: getTrace() shows the frames of a suspended coroutine, innermost first
--DESCRIPTION--
Rules: CO-22, ES-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class T { function run($a) { $this->inner("arg$a"); } function inner($s) { suspend(); return 'done'; } }
$t = new T;
$c = spawn([$t, 'run'], 1);
var_dump($c->getTrace());
suspend();
foreach ($c->getTrace() as $i => $f) {
    echo $i, ' ', $f['class'] ?? '', $f['type'] ?? '', $f['function'], ' ', isset($f['line']) ? 'line' : 'internal', ' ', isset($f['object']) && $f['object'] === $t ? 'object' : '', ' ', json_encode($f['args'] ?? null), "\n";
}
echo count($c->getTrace(limit: 1)), ' ', count($c->getTrace(0, 2)), ' ', count($c->getTrace(0, 0)), "\n";
var_dump(isset($c->getTrace(0)[1]['object']), isset($c->getTrace(DEBUG_BACKTRACE_IGNORE_ARGS)[1]['args']));
await($c);
var_dump($c->getTrace());
--EXPECT--
NULL
0 Async\suspend line  []
1 T->inner line object ["arg1"]
2 T->run internal object [1]
1 2 3
bool(false)
bool(false)
NULL
