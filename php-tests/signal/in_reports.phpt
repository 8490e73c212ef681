--TEST--
A coroutine that awaits the future shows the future
--DESCRIPTION--
Rules: CM-15, CM-19
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, delay, signal, spawn};

$f = signal(Signal::SIGUSR1);
$c = spawn(fn() => await($f));
delay(1);
var_dump($c->getAwaitingInfo(), $f->getAwaitingInfo(),
    preg_match('~in_reports.php:5$~', $f->getCreatedLocation()), $f->getCompletedLocation());
posix_kill(getmypid(), SIGUSR1);
await($c);
var_dump($f->getCompletedLocation(), $f);
--EXPECTF--
array(1) {
  [0]=>
  string(20) "FutureState(pending)"
}
array(1) {
  [0]=>
  string(20) "FutureState(pending)"
}
int(1)
string(7) "unknown"
string(7) "unknown"
object(Async\Future)#%d (0) {
}
