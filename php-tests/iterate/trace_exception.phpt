--TEST--
IT-8, first trace of 16: a throwing callback stops the iteration, cancels the others and is rethrown
--DESCRIPTION--
Rules: IT-5, IT-8
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend};

$e = new RuntimeException('two');
try {
    iterate([1, 2, 3, 4, 5], function ($n) use ($e) { echo "b $n\n"; suspend(); if ($n === 2) throw $e; echo "e $n\n"; }, concurrency: 3);
} catch (RuntimeException $caught) { var_dump($caught === $e, $caught->getPrevious()); }
--EXPECT--
b 1
e 1
b 2
b 3
bool(true)
NULL
