--TEST--
EX-1: var_dump, print_r, var_export, reflection and clone of a cancellation behave like those of an exception
--DESCRIPTION--
Rules: EX-1
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;

$c = new AsyncCancellation('dumped', 3);
ob_start(); var_dump($c); $text = ob_get_clean();
foreach (['message', 'code', 'file', 'line', 'trace', 'previous'] as $p) { if (!str_contains($text, "\"$p\"")) echo "no $p in var_dump\n"; }
ob_start(); print_r($c); debug_zval_dump($c); $text = ob_get_clean();
var_dump(str_contains($text, 'dumped'));
try { clone $c; echo "cloned\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump((new ReflectionClass($c))->implementsInterface('Throwable'));
--EXPECTF--
bool(true)
Trying to clone an uncloneable object of class Async\AsyncCancellation
bool(true)
