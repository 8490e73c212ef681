--TEST--
ST-2, ST-4, ST-5, ST-6: processors, usage since the previous call, load; none launches the scheduler
--DESCRIPTION--
Rules: ST-2, ST-4, ST-5, ST-6, SD-11, MO-6
Order: independent
--FILE--
<?php
use function Async\{cpu_usage, loadavg, available_parallelism, get_coroutines};

$first = cpu_usage();
var_dump(array_keys($first));
foreach (['process_cores', 'process_percent', 'system_percent', 'interval_sec'] as $k)
    if ($first[$k] !== 0.0) echo "$k is not 0.0 at first\n";
$start = hrtime(true);
while (hrtime(true) - $start < 60_000_000) { md5('x'); }
$u = cpu_usage();
foreach (['process_cores', 'process_percent', 'system_percent', 'interval_sec'] as $k)
    if (!is_float($u[$k]) || $u[$k] < 0) echo "wrong $k\n";
var_dump($u['process_cores'] > 0, $u['interval_sec'] >= 0.06, $u['system_percent'] <= 100.0,
    abs($u['process_percent'] - $u['process_cores'] / $u['cpu_count'] * 100) < 1e-6);
var_dump(is_int($u['cpu_count']) && $u['cpu_count'] >= 1);
$load = loadavg();
var_dump($load === null || count($load) === 3 && array_is_list($load) && min($load) >= 0.0 && is_float($load[0]));
var_dump(available_parallelism() >= 1 && available_parallelism() === available_parallelism());
foreach (['cpu_usage', 'loadavg', 'available_parallelism', 'runtime_stats'] as $f) {
    try { ("Async\\$f")(1); echo "accepted\n"; } catch (ArgumentCountError $e) { }
}
var_dump(get_coroutines());
--EXPECT--
array(6) {
  [0]=>
  string(13) "process_cores"
  [1]=>
  string(15) "process_percent"
  [2]=>
  string(14) "system_percent"
  [3]=>
  string(9) "cpu_count"
  [4]=>
  string(12) "interval_sec"
  [5]=>
  string(7) "loadavg"
}
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
