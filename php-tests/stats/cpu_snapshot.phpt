--TEST--
ST-3, AP-2: a snapshot has six readonly integers; it cannot be made, changed, cloned or serialized
--DESCRIPTION--
Rules: ST-3, ST-6, AP-2, MO-6
Order: independent
--FILE--
<?php
use Async\CpuSnapshot;

$a = CpuSnapshot::now();
for ($i = 0; $i < 300_000; $i++) { $x = md5((string) $i); }
$b = CpuSnapshot::now();
$names = ['wallNs', 'processUserNs', 'processSystemNs', 'systemIdleNs', 'systemBusyNs', 'cpuCount'];
var_dump(array_keys(get_object_vars($a)) === $names);
foreach ($names as $n) if (!is_int($a->$n) || $a->$n < 0 || $b->$n < $a->$n) echo "wrong $n: {$a->$n}, {$b->$n}\n";
var_dump($a->wallNs > 0, $b->wallNs > $a->wallNs, $a->cpuCount >= 1);
$used = $b->processUserNs + $b->processSystemNs - $a->processUserNs - $a->processSystemNs;
var_dump($used > 0, $used <= ($b->wallNs - $a->wallNs) * 1.5 + 20_000_000);
foreach ([fn() => $a->wallNs = 3, fn() => new CpuSnapshot, fn() => clone $a,
    fn() => serialize($a), fn() => $a->foo = 1, fn() => CpuSnapshot::now(1),
    fn() => unserialize('O:17:"Async\CpuSnapshot":0:{}')] as $f) {
    try { $f(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump((new ReflectionClass($a))->isFinal(), Async\get_coroutines());
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
Error: Cannot modify readonly property Async\CpuSnapshot::$wallNs
Error: Call to private Async\CpuSnapshot::__construct() from global scope
Error: Trying to clone an uncloneable object of class Async\CpuSnapshot
Exception: Serialization of 'Async\CpuSnapshot' is not allowed
Error: Cannot create dynamic property Async\CpuSnapshot::$foo
ArgumentCountError: Async\CpuSnapshot::now() expects exactly 0 arguments, 1 given
Exception: Unserialization of 'Async\CpuSnapshot' is not allowed
bool(true)
array(0) {
}
