--TEST--
The call starts the scheduler and returns a pending future; the next delivery completes it with the case, once
--DESCRIPTION--
Rules: SG-2, CM-3
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{Future, Signal};
use function Async\{await, signal};

$before = Async\runtime_stats();
$f = signal(Signal::SIGUSR1);
var_dump($f instanceof Future, $f->isCompleted(), Async\current_coroutine() instanceof Async\Coroutine);
posix_kill(getmypid(), SIGUSR1);
var_dump($f->isCompleted());
var_dump(await($f) === Signal::SIGUSR1, $f->isCompleted(), $f->isCancelled(), await($f) === Signal::SIGUSR1);

echo "-- every signal by its own case\n";
foreach (Signal::cases() as $case) {
    if (in_array($case, [Signal::SIGKILL, Signal::SIGABRT])) continue;
    $f = signal($case);
    posix_kill(getmypid(), $case->value);
    if (await($f) !== $case) echo "$case->name: another one\n";
}
echo "-- again\n";
$first = signal(Signal::SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
await($first);
$second = signal(Signal::SIGUSR1);
Async\delay(1);
var_dump($second->isCompleted());
posix_kill(getmypid(), SIGUSR1);
var_dump(await($second));
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
-- every signal by its own case
-- again
bool(false)
enum(Async\Signal::SIGUSR1)
