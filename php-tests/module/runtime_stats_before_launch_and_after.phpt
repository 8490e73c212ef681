--TEST--
ST-1: runtime_stats() has its keys, zero before launch, and counts coroutines afterwards
--DESCRIPTION--
Rules: ST-1, SD-11, ST-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, get_coroutines, runtime_stats};

$before = runtime_stats();
foreach (['coroutines_total', 'coroutines_active', 'microtasks_queue', 'coroutine_queue', 'resumed_queue',
    'fiber_pool_count', 'fiber_pool_capacity', 'fiber_pool_virtual_bytes'] as $key) {
    if ($before[$key] !== 0) echo "$key is not 0 before launch\n";
}
var_dump(is_int($before['fiber_pool_min']), $before['fiber_stack_size'] > 0);
var_dump(get_coroutines());
$cs = [spawn(fn() => suspend()), spawn(fn() => suspend())];
var_dump(runtime_stats()['coroutines_total'], runtime_stats()['coroutines_active']);
await($cs[0]); await($cs[1]);
var_dump(runtime_stats()['coroutines_total']);
--EXPECT--
bool(true)
bool(true)
array(0) {
}
int(3)
int(3)
int(1)
