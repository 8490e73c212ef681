--TEST--
ES-4, EH-8: while an error handler suspends, the warnings of other coroutines find it in its place
--DESCRIPTION--
Rules: ES-4, EH-8, SU-5
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, await_all, delay, spawn, suspend};

class Handler
{
    public function __construct(private string $name, private Closure $do) {}
    public function __invoke($level, $message) {
        echo "$this->name begins: $message\n";
        ($this->do)($message);
        echo "$this->name ends: $message\n";
        return true;
    }
    public function __destruct() { echo "$this->name is gone\n"; }
}
function warn(string $message): void { trigger_error($message, E_USER_WARNING); }

echo "-- each has it, one inside the other's call\n";
set_error_handler(new Handler('first', fn($message) => delay((int) $message)));
await_all([spawn(fn() => warn('20 ms')), spawn(fn() => warn('10 ms')), spawn(fn() => warn('30 ms'))]);
warn('0 ms in main');

echo "-- a warning of the handler itself is printed, as ever\n";
set_error_handler(function ($level, $message) { suspend(); echo "$message\n"; warn('inside'); });
$others = spawn(function () { warn('other'); });
warn('outer');
await($others);
restore_error_handler();

echo "-- set by another one meanwhile: that one stays\n";
$waiting = spawn(fn() => warn('10 ms'));
suspend();
set_error_handler(new Handler('second', fn() => null));
warn('for the second');
await($waiting);
warn('for the second, too');
restore_error_handler();
warn('1 ms for the first');

echo "-- taken away by another one\n";
set_error_handler(new Handler('third', fn() => delay(5)));
$waiting = spawn(fn() => warn('for the third'));
suspend();
restore_error_handler();
warn('1 ms for the first');
await($waiting);

echo "-- cancelled inside\n";
$waiting = spawn(fn() => warn('100 ms'));
suspend();
$waiting->cancel();
try {
    await($waiting);
} catch (Cancellation $e) {
    warn('2 ms after it');
}

echo "-- none any more\n";
while (set_error_handler(null)) {
}
$waiting = spawn(function () { suspend(); warn('printed'); });
await($waiting);
echo "end\n";
?>
--EXPECTF--
-- each has it, one inside the other's call
first begins: 20 ms
first begins: 10 ms
first begins: 30 ms
first ends: 10 ms
first ends: 20 ms
first ends: 30 ms
first begins: 0 ms in main
first ends: 0 ms in main
-- a warning of the handler itself is printed, as ever
outer

Warning: inside in %s on line 15
other

Warning: inside in %s on line 15
-- set by another one meanwhile: that one stays
first begins: 10 ms
second begins: for the second
second ends: for the second
first ends: 10 ms
second begins: for the second, too
second ends: for the second, too
second is gone
first begins: 1 ms for the first
first ends: 1 ms for the first
-- taken away by another one
third begins: for the third
first begins: 1 ms for the first
first ends: 1 ms for the first
third ends: for the third
third is gone
-- cancelled inside
first begins: 100 ms
first begins: 2 ms after it
first ends: 2 ms after it
-- none any more

Warning: printed in %s on line 15
end
first is gone
