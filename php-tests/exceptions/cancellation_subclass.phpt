--TEST--
EX-2: user code may extend AsyncCancellation, with properties, own constructor and own __toString
--DESCRIPTION--
Rules: EX-2, EX-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\AsyncCancellation;

class Mine extends AsyncCancellation {
    protected $message = 'default message'; protected $code = 9; public $extra;
    function __construct($extra) { $this->extra = $extra; }
    function change($m) { $this->message = $m; $this->file = 'elsewhere'; return $this; }
}
$m = new Mine([1]);
echo $m->getMessage(), ' ', $m->getCode(), ' ', count($m->extra), ' ',
    basename($m->getFile()) === basename(__FILE__) ? 'file' : '?', ' ', $m->getLine() > 1 ? 'line' : '?', "\n";
$m->change('changed');
echo $m->getMessage(), ' ', $m->getFile(), "\n";
class Loud extends AsyncCancellation { function __toString(): string { return 'loud'; } }
echo new Loud, "\n";
$c = spawn(fn() => 1); $c->cancel($m);
try { await($c); } catch (Mine $e) { var_dump($e === $m, $e->extra); }
--EXPECT--
default message 9 1 file line
changed elsewhere
loud
bool(true)
array(1) {
  [0]=>
  int(1)
}
