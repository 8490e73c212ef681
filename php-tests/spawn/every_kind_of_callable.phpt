--TEST--
SP-1: spawn accepts every PHP callable
--DESCRIPTION--
Rules: SP-1, AW-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

function named($x) { return "function $x"; }
class K {
    function method($x) { return "method $x"; }
    static function stat($x) { return "static $x"; }
    function __invoke($x) { return "invoke $x"; }
    private function hidden($x) { return "private $x"; }
    function fromInside($x) { return [spawn([$this, 'hidden'], $x), spawn($this->hidden(...), $x), spawn('self::stat', $x)]; }
}
class P extends K { static function stat($x) { return "child " . parent::stat($x); } }
$k = new K;
$list = [
    spawn(fn($x) => "arrow $x", 1), spawn(function ($x) { return "closure $x"; }, 2), spawn('named', 3), spawn([$k, 'method'], 4),
    spawn(['K', 'stat'], 5), spawn('K::stat', 6), spawn($k, 7), spawn(named(...), 8), spawn($k->method(...), 9), spawn(K::stat(...), 10),
    spawn('strtoupper', 'internal'), spawn(strrev(...), 'abc'), spawn([new P, 'stat'], 11), spawn(static fn($x) => "static arrow $x", 12),
    ...@$k->fromInside(13),
];
foreach ($list as $c) { echo await($c), "\n"; }
--EXPECT--
arrow 1
closure 2
function 3
method 4
static 5
static 6
invoke 7
function 8
method 9
static 10
INTERNAL
cba
child static 11
static arrow 12
private 13
private 13
static 13
