--TEST--
EH-5: cancellations leaving a coroutine never surface, delivered or thrown by the body
--DESCRIPTION--
Rules: EH-5, EX-3
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await, delay, timeout};
class Direct extends Cancellation {}
set_exception_handler(function ($e) { echo "handler must not be called\n"; });
spawn(function () { throw new Async\AsyncCancellation('own'); });
spawn(function () { throw new Async\OperationCanceledException('own'); });
spawn(function () { throw new Direct('own'); });
$c = spawn(function () { delay(1000); });
suspend();
$c->cancel();
unset($c);
spawn(function () { await(spawn(fn() => delay(20)), timeout(1)); echo "never\n"; });
delay(40);
echo "main end\n";
PHP));
--EXPECT--
main end
[status 0]
