--TEST--
MO-3: async.debug_deadlock is on by default and may be changed at run time
--DESCRIPTION--
Rules: MO-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$details = ini_get_all('true_async')['async.debug_deadlock'];
var_dump($details['global_value'], $details['access'] === INI_ALL);
var_dump(ini_set('async.debug_deadlock', '0'), ini_get('async.debug_deadlock'));
spawn(function () { var_dump(ini_set('async.debug_deadlock', '1')); });
suspend();
var_dump(ini_get('async.debug_deadlock'));
--EXPECT--
string(1) "1"
bool(true)
string(1) "1"
string(1) "0"
string(1) "0"
string(1) "1"
