--TEST--
ES-4: an error handler that another coroutine removes while it waits does not come back when it returns
--DESCRIPTION--
Rules: ES-4, EH-8
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Handler
{
    public function __construct(private string $name, private Closure $do) {}
    public function __invoke($level, $message) {
        echo "$this->name begins: $message\n";
        ($this->do)();
        echo "$this->name ends: $message\n";
        return true;
    }
    public function __destruct() { echo "$this->name is gone\n"; }
}
function warn(string $message): void { trigger_error($message, E_USER_WARNING); }

echo "-- removed\n";
set_error_handler(new Handler('first', fn() => delay(5)));
$waiting = spawn(fn() => warn('one'));
suspend();
restore_error_handler();
await($waiting);
warn('printed');

echo "-- the next one finds none before it, and leaves none\n";
var_dump(set_error_handler(new Handler('second', fn() => null)));
warn('two');
var_dump(restore_error_handler());
warn('printed');
var_dump(restore_error_handler());

echo "-- removed, and it waits twice\n";
set_error_handler(new Handler('third', function () { delay(5); delay(5); warn('printed, from the handler'); }));
$waiting = spawn(fn() => warn('three'));
suspend();
restore_error_handler();
$late = spawn(function () { delay(7); warn('printed, while it waits'); });
await($waiting);
await($late);
warn('printed');

echo "-- set to null, which removes nothing below\n";
set_error_handler(new Handler('fourth', fn() => delay(5)), E_USER_WARNING);
$waiting = spawn(fn() => warn('four'));
suspend();
set_error_handler(null);
await($waiting);
warn('printed');
restore_error_handler();
warn('five');
restore_error_handler();

echo "-- removed while two wait in it\n";
set_error_handler(new Handler('fifth', fn() => delay(5)));
$waiting = [spawn(fn() => warn('six')), spawn(fn() => warn('seven'))];
suspend();
restore_error_handler();
array_map(Async\await(...), $waiting);
warn('printed');

echo "-- the handler replaces what is there by another one after its wait\n";
set_error_handler(new Handler('sixth', function () { delay(5); set_error_handler(new Handler('seventh', fn() => null)); }));
$waiting = spawn(fn() => warn('eight'));
suspend();
restore_error_handler();
await($waiting);
warn('nine');
restore_error_handler();
warn('printed');
?>
--EXPECTF--
-- removed
first begins: one
first ends: one
first is gone

Warning: printed in %s on line 15
-- the next one finds none before it, and leaves none
NULL
second begins: two
second ends: two
second is gone
bool(true)

Warning: printed in %s on line 15
bool(true)
-- removed, and it waits twice
third begins: three

Warning: printed, while it waits in %s on line 15

Warning: printed, from the handler in %s on line 15
third ends: three
third is gone

Warning: printed in %s on line 15
-- set to null, which removes nothing below
fourth begins: four
fourth ends: four

Warning: printed in %s on line 15
fourth begins: five
fourth ends: five
fourth is gone
-- removed while two wait in it
fifth begins: six
fifth begins: seven
fifth ends: six
fifth ends: seven
fifth is gone

Warning: printed in %s on line 15
-- the handler replaces what is there by another one after its wait
sixth begins: eight
sixth ends: eight
sixth is gone
seventh begins: nine
seventh ends: nine
seventh is gone

Warning: printed in %s on line 15
