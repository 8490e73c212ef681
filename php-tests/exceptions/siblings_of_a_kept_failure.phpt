--TEST--
EH-16: a kept failure cancels never-started siblings in the main scope; started ones go on
--DESCRIPTION--
Rules: EH-16, EH-13, EH-4, CN-16
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$started = spawn(function () { echo "started 1\n"; suspend(); suspend(); echo "started 2\n"; return 'result'; });
$failing = spawn(function () { suspend(); throw new Exception('kept'); });
suspend();
$fresh = spawn(function () { echo "never\n"; });
suspend();
try { await($fresh); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo await($started), "\n";
$after = spawn(fn() => "spawn afterwards works");
echo await($after), "\n";
try { await($failing); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
started 1
Coroutine cancelled
started 2
result
spawn afterwards works
kept
