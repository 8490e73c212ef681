--TEST--
A resource may be any value, also null and false
--DESCRIPTION--
Rules: PO-4, PO-19, PO-24
Order: independent
--FILE--
<?php
use Async\Pool;

$value = 'by reference';
$object = new stdClass;
$file = fopen('php://memory', 'r+');
$seen = [];
foreach ([null, false, true, 0, 1.5, '', 'text', [], [1, [2]], $object, fn() => 1, $file] as $resource) {
    $destroyed = 0;
    $pool = new Pool(
        function () use ($resource) { return $resource; },
        function ($r) use ($resource, &$destroyed) { $destroyed += $r === $resource; },
        beforeAcquire: fn($r) => $r === $resource,
        beforeRelease: fn($r) => $r === $resource,
        max: 1,
    );
    $got = $pool->acquire();
    $same = $got === $resource;
    $pool->release($got);
    $same = $same && $pool->idleCount() === 1 && $pool->acquire() === $resource;
    $pool->release($got);
    $pool->close();
    echo get_debug_type($resource), ' ', var_export($same && $destroyed === 1 && $got === $resource, true), "\n";
}

// What a factory returns by reference is a value here.
$pool = new Pool(function &() use (&$value) { return $value; }, max: 1);
$got = $pool->acquire();
$value = 'changed';
var_dump($got);
function nothing(): void {}
var_dump((new Pool('nothing'))->acquire());
--EXPECT--
null true
bool true
bool true
int true
float true
string true
string true
array true
array true
stdClass true
Closure true
resource (stream) true
string(12) "by reference"
NULL
