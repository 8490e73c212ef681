--TEST--
MO-4: reflection can describe the whole module
--DESCRIPTION--
Rules: MO-4
Order: independent
--FILE--
<?php
ob_start();
(new ReflectionExtension('true_async'))->__toString();
foreach ((new ReflectionExtension('true_async'))->getFunctions() as $f) { echo $f; }
foreach ((new ReflectionExtension('true_async'))->getClasses() as $c) { echo $c; }
$text = ob_get_clean();
var_dump(str_contains($text, 'Async\spawn'), str_contains($text, 'final class Async\Coroutine'), str_contains($text, 'Cancellation'));
--EXPECT--
bool(true)
bool(true)
bool(true)
