--TEST--
Process events of C code: starts, stops and references, ended and reaped elsewhere
--DESCRIPTION--
Rules: ABI-57, ABI-75, ABI-76, ABI-78, ABI-79, ABI-82, ABI-88, ABI-89, ABI-96, ABI-147, ABI-151, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_process_events();
foreach ([0, -1, PHP_INT_MIN >> 32] as $pid) {
    async_test_process_refused($pid);
}
var_dump(async_test_counts()[0]);
--EXPECT--
info right, process right, extra zeroed
new: open, starts 0, references 1, counted 0
asked for again: the same
asked for again: open, starts 0, references 2, counted 0
with more memory: NULL, Async\AsyncException
started twice: open, starts 2, references 2, counted 1
stopped once: open, starts 1, references 2, counted 1
  first: code 3, closed, result NULL, exception NULL
  second: code 3, closed, result NULL, exception NULL
ended: closed, starts 0, references 2, counted 0
started and stopped again: closed, starts 0, references 2, counted 0
-- stop closes
stopped: closed, starts 0, references 1, counted 0
asked for again: another
  the other: code 4, closed, result NULL, exception NULL
ended: closed, starts 0, references 1, counted 0
-- disposed while it runs
one reference given back: open, starts 1, references 1, counted 1
counted 0
left alone: not reaped
-- ended before the start
  told by start: code 6, closed, result NULL, exception NULL
start true
ended: closed, starts 0, references 1, counted 0
-- reaped before the start
  told by start: code -1, closed, result NULL, exception NULL
start true
-- reaped elsewhere while it is waited for
  told: code -1, closed, result NULL, exception NULL
ended: closed, starts 0, references 1, counted 0
-- never started
stopped: open, starts 0, references 1, counted 0
NULL
new: Async\AsyncException: Failed to create process event for process 0
NULL
new: Async\AsyncException: Failed to create process event for process -1
NULL
new: Async\AsyncException: Failed to create process event for process -2147483648
int(0)
