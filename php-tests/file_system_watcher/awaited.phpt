--TEST--
Being awaited, a watcher completes with null when the next event comes in, or when it is closed
--DESCRIPTION--
Rules: FS-13
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, await_all, await_all_or_fail, await_any_or_fail, await_any_of_or_fail, delay, spawn, suspend, timeout};

$d = directory();
$w = new FileSystemWatcher($d);
$later = fn(callable $f) => spawn(function () use ($f) { delay(2); $f(); });
$later(fn() => touch("$d/a"));
var_dump(await_any_or_fail([$w]));
echo "the event still waits: ";
foreach ($w as $event) { echo $event->filename, "\n"; break; }

echo "-- an event that came before does not count\n";
touch("$d/b");
delay(10);
try { await_any_or_fail([$w], timeout(20)); } catch (Async\OperationCanceledException $e) { echo get_class($e->getPrevious()), "\n"; }
$later(fn() => touch("$d/b"));
var_dump(await_any_or_fail([$w]));

echo "-- with others, by several\n";
$other = new FileSystemWatcher($d);
$sleeper = spawn(fn() => delay(60_000));
$waiters = [];
for ($i = 0; $i < 3; $i++) $waiters[] = spawn(fn() => await_any_or_fail(['sleeper' => $sleeper, 'watcher' => $w]));
$both = spawn(fn() => await_all_or_fail(['x' => $w, 'y' => $other]));
delay(1);
mkdir("$d/c");
var_dump(await_all($waiters)[0], await($both));
$sleeper->cancel();

echo "-- closing\n";
$c = spawn(fn() => await_all_or_fail([$w]));
delay(1);
$w->close();
var_dump(await($c), await_any_or_fail([$w]), await_all([$w]));
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
NULL
the event still waits: a
-- an event that came before does not count
Async\TimeoutException
NULL
-- with others, by several
array(3) {
  [0]=>
  NULL
  [1]=>
  NULL
  [2]=>
  NULL
}
array(2) {
  ["x"]=>
  NULL
  ["y"]=>
  NULL
}
-- closing
array(1) {
  [0]=>
  NULL
}
NULL
array(2) {
  [0]=>
  array(1) {
    [0]=>
    NULL
  }
  [1]=>
  array(0) {
  }
}
