--TEST--
GC-2: a coroutine that was suspended includes a file, whose variables are those of the function
--DESCRIPTION--
Rules: GC-2, IN-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class N { public $self; function __construct() { $this->self = $this; } }
$file = tempnam(sys_get_temp_dir(), 'include');
file_put_contents($file,
    '<?php $inside = new N; $local->more = [$inside]; gc_collect_cycles(); Async\suspend(); return get_defined_vars();');
$c = spawn(function () use ($file) {
    $local = new stdClass; $local->self = $local;
    suspend();
    gc_collect_cycles();
    $vars = include $file;
    for ($i = 0; $i < 3; $i++) { $$i = new N; gc_collect_cycles(); suspend(); }
    return implode(' ', array_keys($vars)) . ' ' . get_class($inside) . ' ' . count($local->more);
});
for ($i = 0; $i < 5; $i++) { gc_collect_cycles(); suspend(); }
echo await($c), "\n";
unlink($file);
--EXPECT--
file local inside N 1
