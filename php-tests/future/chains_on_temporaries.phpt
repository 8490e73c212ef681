--TEST--
A source with derived futures lives until it completes, and leaves no cycle behind
--DESCRIPTION--
Rules: FU-26, FU-45
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

class Probe { public function __destruct() { echo "gone\n"; } }
$state = new FutureState();
$probe = new Probe();
$last = (new Future($state))->map(fn($v) => [$v, $probe][0])->map(fn($v) => $v + 1);
unset($probe);
$state->complete(5);
var_dump($last->await());
unset($last, $state);
echo "end\n";
--EXPECT--
gone
int(6)
end
