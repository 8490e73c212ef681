--TEST--
MO-3: a setting that scripts may change can be restored
--DESCRIPTION--
Rules: MO-3
Order: independent
--FILE--
<?php
ini_set('async.debug_deadlock', '0');
var_dump(ini_get('async.debug_deadlock'));
ini_restore('async.debug_deadlock');
var_dump(ini_get('async.debug_deadlock'));
?>
--EXPECT--
string(1) "0"
string(1) "1"
