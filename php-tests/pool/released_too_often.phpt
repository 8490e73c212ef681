--TEST--
The pool does not check what is released: too many releases harm nothing but the counters
--DESCRIPTION--
Rules: PO-19, PO-20, PO-24
Order: independent
--FILE--
<?php
use Async\Pool;

final class Resource
{
    public static int $alive = 0;
    public string $state = 'open';
    public function __construct() { self::$alive++; }
    public function __destruct() { self::$alive--; }
}

$pool = new Pool(fn() => new Resource, function (Resource $r) { $r->state = 'closed'; }, max: 2);
$r = $pool->acquire();
for ($i = 0; $i < 100; $i++) $pool->release($r);
for ($i = 0; $i < 100; $i++) $pool->release(new Resource);
for ($i = 0; $i < 3; $i++) $got[] = $pool->tryAcquire();
var_dump($pool->activeCount(), $got[0] === $r, $got[1] === $r, $got[2]);
unset($got);
// The destruction in the pool leaves the caller's variable alone.
$pool->close();
var_dump($r->state, $pool->idleCount(), Resource::$alive);
$pool->release($r);
unset($r, $pool);
var_dump(Resource::$alive);

$pool = new Pool(fn() => 'r', beforeRelease: fn($r) => false, max: 1);
$r = $pool->acquire();
$pool->release($r);
$pool->release($r);
var_dump($pool->count(), $r);
--EXPECT--
int(2)
bool(true)
bool(true)
NULL
string(6) "closed"
int(0)
int(1)
int(0)
int(0)
string(1) "r"
