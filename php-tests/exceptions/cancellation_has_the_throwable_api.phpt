--TEST--
EX-2: a cancellation has the constructor and the methods of Exception
--DESCRIPTION--
Rules: EX-2, EX-1
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;

function make(...$a) { return new AsyncCancellation(...$a); }
$previous = new Exception('before');
$c = make('why', 42, $previous);
var_dump($c->getMessage(), $c->getCode(), $c->getPrevious() === $previous,
    $c->getFile() === __FILE__, is_int($c->getLine()) && $c->getLine() > 0);
echo $c->getTrace()[0]['function'], ' ', count($c->getTrace()), "\n";
echo $c->getTraceAsString(), "\n";
$n = new AsyncCancellation(previous: $previous, code: 1, message: 'named');
var_dump($n->getMessage(), $n->getCode());
var_dump((new AsyncCancellation)->getMessage(), (new Cancellation('root'))->getMessage());
foreach ([[[]], ['m', 'x'], ['m', 0, new stdClass]] as $bad) { try { make(...$bad); } catch (TypeError $e) { echo get_class($e), "\n"; } }
--EXPECTF--
string(3) "why"
int(42)
bool(true)
bool(true)
bool(true)
make 1
#0 %s(%d): make('why', 42, Object(Exception))
#1 {main}
string(5) "named"
int(1)
string(0) ""
string(4) "root"
TypeError
TypeError
TypeError
