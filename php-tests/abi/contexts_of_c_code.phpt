--TEST--
A context that C code makes: keys are strings and objects, values are copied, what is missing is null
--DESCRIPTION--
Rules: ABI-44, ABI-139, ABI-141, ABI-184
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
Async\await(Async\spawn(fn() => async_test_contexts(new stdClass)));
?>
--EXPECT--
object Async\Context, references 1
copied true, held true
by name: true array
by object: true array
test only: true
unset: true, again false
unset: false null
key of another type: TypeError: Context key must be of type string|object
own context: true
