--TEST--
GC-23: generators and Fibers that a suspended destructor goes on to use are not destroyed before
--DESCRIPTION--
Rules: GC-23, FI-10, FI-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$program = <<<'PHP'
<?php
use function Async\{delay, suspend};

class AtEnd
{
    public function __construct(public string $name, public Closure $do) {}
    public function __destruct() { ($this->do)(); echo "$this->name ends\n"; }
}
if ($argv[1] === 'used before') {
    suspend();
}
function numbers(string $name): Generator
{
    try { yield 1; yield 2; } finally { delay(1); echo "finally of $name\n"; }
}
$list[] = new AtEnd('foreach', function () {
    foreach (numbers('foreach') as $number) { delay(5); echo "number $number\n"; }
});
$list[] = new AtEnd('Fiber', function () {
    $fiber = new Fiber(function () { try { Fiber::suspend('parked'); echo "resumed\n"; } finally { echo "Fiber done\n"; } });
    (fn() => delay(1))();
    echo $fiber->start(), "\n";
    delay(20);
    $fiber->resume();
});
$list[] = new AtEnd('leaves behind', function () {
    $GLOBALS['generator'] = numbers('one left behind');
    $GLOBALS['generator']->current();
    $GLOBALS['fiber'] = new Fiber(function () { try { delay(1); Fiber::suspend(); } finally { echo "Fiber left behind\n"; } });
    delay(1);
    $GLOBALS['fiber']->start();
    delay(30);
});
PHP;

foreach (['used before', 'first used at the end'] as $when) {
    $r = child_php($program, ['async.sim_time' => 1], args: [$when]);
    echo "-- $when\n$r[out]status $r[status]\n";
}
--EXPECT--
-- used before
parked
number 1
number 2
finally of foreach
foreach ends
resumed
Fiber done
Fiber ends
leaves behind ends
Fiber left behind
finally of one left behind
status 0
-- first used at the end
parked
number 1
number 2
finally of foreach
foreach ends
resumed
Fiber done
Fiber ends
leaves behind ends
Fiber left behind
finally of one left behind
status 0
