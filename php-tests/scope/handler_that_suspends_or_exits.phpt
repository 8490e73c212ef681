--TEST--
EH-17, SH-14: handlers run in the failing coroutine; they may even wait; exit() in one ends the script
--DESCRIPTION--
Rules: EH-17, SH-14
Order: dependent
--FILE--
<?php
use function Async\{suspend, delay, spawn};
use Async\Scope;

$s = new Scope;
$s->setExceptionHandler(function ($s, $c, $e) { echo "begin\n"; delay(2); echo "end\n"; });
$s->spawn(fn() => throw new Exception);
suspend();
var_dump($s->isFinished());
delay(10);
var_dump($s->isFinished(), $s->isCancelled());
$s->setExceptionHandler(function () { echo "exit\n"; exit(3); });
$other = spawn(function () { try { delay(1000); } finally { echo "cancelled\n"; } });
suspend();
$s->spawn(fn() => throw new Exception);
delay(1000);
echo "not reached\n";
--EXPECT--
begin
bool(false)
end
bool(true)
bool(false)
exit
cancelled
