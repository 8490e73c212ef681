--TEST--
Events that are started when closed, stopped too often, unsubscribed from in vain, awaited when closed or disposed twice
--DESCRIPTION--
Rules: ABI-75, ABI-76, ABI-78, ABI-82, ABI-86, ABI-92, ABI-104, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_misused_events(__DIR__);
echo "counts: ", implode(" ", async_test_counts()), "\n";
?>
--EXPECT--
timer: stopped true, started true, counts +0 +1 +0, loop count 2 0
timer: removed false true false, closed: start true, count +0, loop count 0, stop true, awaited false
timer: Error: The event cannot be used after it has been terminated
timer: disposed true, references 1, again true
periodic timer: stopped true, started true, counts +0 +1 +0, loop count 2 0
periodic timer: removed false true false, closed: start true, count +0, loop count 0, stop true, awaited false
periodic timer: Error: The event cannot be used after it has been terminated
periodic timer: disposed true, references 1, again true
poll: stopped true, started true, counts +0 +1 +0, loop count 2 0
poll: removed false true false, closed: start true, count +0, loop count 0, stop true, awaited false
poll: Error: The event cannot be used after it has been terminated
poll: disposed true, references 1, again true
signal: stopped true, started true, counts +0 +1 +0, loop count 2 0
signal: removed false true false, closed: start true, count +0, loop count 0, stop true, awaited false
signal: Error: The event cannot be used after it has been terminated
signal: disposed true, references 1, again true
filesystem: stopped true, started true, counts +0 +1 +0, loop count 2 0
filesystem: removed false true false, closed: start true, count +0, loop count 0, stop true, awaited false
filesystem: Error: The event cannot be used after it has been terminated
filesystem: disposed true, references 1, again true
counts: 0 1
