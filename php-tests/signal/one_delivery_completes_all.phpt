--TEST--
One delivery completes all futures of its signal, and no others
--DESCRIPTION--
Rules: SG-3
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, await_all, signal, spawn};

$ones = [];
for ($i = 0; $i < 100; $i++) $ones[] = signal(Signal::SIGUSR1);
$other = signal(Signal::SIGUSR2);
posix_kill(getmypid(), SIGUSR1);
[$results, $errors] = await_all($ones);
var_dump(count($results), array_unique($results, SORT_REGULAR), $errors, $other->isCompleted());

echo "-- two signals at once\n";
$one = signal(Signal::SIGHUP);
posix_kill(getmypid(), SIGHUP);
posix_kill(getmypid(), SIGUSR2);
var_dump(await($other), await($one));

echo "-- many at once are at least one\n";
$f = signal(Signal::SIGUSR1);
for ($i = 0; $i < 1000; $i++) posix_kill(getmypid(), SIGUSR1);
var_dump(await($f));
--EXPECT--
int(100)
array(1) {
  [0]=>
  enum(Async\Signal::SIGUSR1)
}
array(0) {
}
bool(false)
-- two signals at once
enum(Async\Signal::SIGUSR2)
enum(Async\Signal::SIGHUP)
-- many at once are at least one
enum(Async\Signal::SIGUSR1)
