--TEST--
A parked loop, and a coroutine that awaits the watcher, sleeps through the burst and wakes once
--DESCRIPTION--
Rules: FS-16, FS-13
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/scaled_ms.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn, suspend};

$d = directory();
$w = new FileSystemWatcher($d, debounceMs: scaled_ms(60));
$woken = $events = 0;
$loop = spawn(function () use ($w, &$events) { foreach ($w as $event) $events++; });
$other = spawn(function () use ($w, &$woken) { Async\await_any_or_fail([$w]); $woken++; });
suspend();
for ($i = 0; $i < 50; $i++) { touch("$d/file$i"); delay(1); }
await($other);
delay(scaled_ms(200));
$w->close();
await($loop);
var_dump($woken, $events >= 1 && $events <= 3);
--EXPECT--
int(1)
bool(true)
