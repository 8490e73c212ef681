--TEST--
MO-1: the module is known as true_async and has a version
--DESCRIPTION--
Rules: MO-1
Order: independent
--FILE--
<?php
var_dump(extension_loaded('true_async'));
var_dump(in_array('true_async', get_loaded_extensions(), true));
$module = new ReflectionExtension('true_async');
var_dump($module->getName());
var_dump(preg_match('~^\d+\.\d+~', $module->getVersion()));
--EXPECT--
bool(true)
bool(true)
string(10) "true_async"
int(1)
