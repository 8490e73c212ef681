--TEST--
DL-4, DL-8: a timeout beyond the milliseconds that 32 bits hold is as long as it says; a sleep without a foreseeable end is no deadlock
--DESCRIPTION--
Rules: DL-2, DL-4, DL-8, DD-1, ABI-149
Order: independent
--EXTENSIONS--
pcntl
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, delay, spawn, timeout};

require __DIR__ . '/../lib/child.php';

const DAY = 86_400_000;
$child = child_php('<?php
pcntl_alarm(1);
Async\await(Async\spawn(fn() => time_nanosleep(PHP_INT_MAX, 0)));
', ['extension' => shared_extensions('pcntl'), 'async.sim_time' => 0], seconds: 20);
echo json_encode($child), "\n";

$begin = hrtime(true);
$sleeper = spawn(function () {
    delay(60 * DAY);
    return 'slept';
});
try {
    await($sleeper, timeout(50 * DAY));
} catch (Async\OperationCanceledException) {
    printf("timed out after %d days\n", (hrtime(true) - $begin) / 86_400e9);
}
echo await($sleeper, timeout(PHP_INT_MAX)), "\n";
?>
--EXPECT--
{"out":"","status":142}
timed out after 50 days
slept
