--TEST--
Future::completed() and Future::failed() are complete at once, made and completed at the call
--DESCRIPTION--
Rules: FU-13, FU-16, FU-32, FU-34, FU-35
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$f = Future::completed([1]);
var_dump($f->isCompleted(), $f->await() === [1], Future::completed()->await());
echo basename($f->getCreatedLocation()), ' ', basename($f->getCompletedLocation()), "\n";
$e = new DomainException('d');
$f = Future::failed($e);
var_dump($f->isCompleted());
for ($i = 0; $i < 2; $i++) { try { $f->await(); } catch (DomainException $caught) { var_dump($caught === $e); } }
var_dump($f->getCreatedFileAndLine() === [__FILE__, 9], $f->getCompletedFileAndLine() === [__FILE__, 9]);
--EXPECT--
bool(true)
bool(true)
NULL
completed_and_failed.php:5 completed_and_failed.php:5
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
