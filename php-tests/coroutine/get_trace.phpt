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
$frames = array_values(array_filter($c->getTrace(), fn($f) => isset($f['class'])));
foreach ($frames as $i => $f) {
    echo $i, ' ', $f['class'], $f['type'], $f['function'], ' ', isset($f['line']) ? 'line' : 'internal',
        ' ', $f['object'] === $t ? 'object' : '', ' ', json_encode($f['args']), "\n";
}
$all = count($c->getTrace());
echo count($c->getTrace(limit: 1)), ' ', count($c->getTrace(0, 2)), ' ', count($c->getTrace(0, 0)) === $all ? 'all' : 'some', "\n";
var_dump(isset($c->getTrace(0)[$all - 1]['object']), isset($c->getTrace(DEBUG_BACKTRACE_IGNORE_ARGS)[$all - 1]['args']));
await($c);
var_dump($c->getTrace());
--EXPECT--
NULL
0 T->inner line object ["arg1"]
1 T->run internal object [1]
1 2 all
bool(false)
bool(false)
NULL
