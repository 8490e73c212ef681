--TEST--
DD-4: the deadlock report names every waiting coroutine and what it waits for
--DESCRIPTION--
Rules: DD-4, MO-3
Order: dependent
--INI--
async.debug_deadlock=1
--FILE--
<?php
use function Async\{spawn, suspend, await};

function one() { global $two; suspend(); await($two); }
$one = spawn('one');
$two = spawn(function () use ($one) { suspend(); await($one); });
echo "main\n";
--EXPECTF--
main

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at %sreport_text.php:%d, suspended at %sreport_text.php:%d (one)
  waiting for:
    - Coroutine %d spawned at %sreport_text.php:%d, suspended at %sreport_text.php:%d (%s)

Coroutine %d spawned at %sreport_text.php:%d, suspended at %sreport_text.php:%d (%s)
  waiting for:
    - Coroutine %d spawned at %sreport_text.php:%d, suspended at %sreport_text.php:%d (one)

=== DEADLOCK REPORT END   ===


Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
