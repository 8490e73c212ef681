--TEST--
W-11, FL-1: sem_release() does not give way in its middle: of two coroutines one gives the semaphore back, the other is told so
--DESCRIPTION--
Rules: io W-11, io FL-1
Order: independent
--EXTENSIONS--
sysvsem
--FILE--
<?php
use function Async\{await, spawn};

$semaphore = sem_get(ftok(__FILE__, 'r') ^ getmypid());
sem_acquire($semaphore);
$release = fn() => @sem_release($semaphore);
$released = array_map(await(...), [spawn($release), spawn($release)]);
sort($released);
var_dump($released);
// It is there once.
$other = sem_get(ftok(__FILE__, 'r') ^ getmypid());
var_dump(sem_acquire($semaphore, true), sem_acquire($other, true));
sem_remove($semaphore);
?>
--EXPECT--
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
bool(true)
bool(false)
