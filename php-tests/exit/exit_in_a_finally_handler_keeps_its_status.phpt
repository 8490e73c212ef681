--TEST--
SH-14: exit() in a finally handler cancels what is left, and its status is that of the process
--DESCRIPTION--
Rules: SH-14, CO-30
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

register_shutdown_function(function () { echo "shutdown\n"; });
spawn(function () { try { while (true) suspend(); } finally { echo "cancelled\n"; } });
$c = spawn(function () {});
$c->finally(function () { echo "exit\n"; exit(7); });
$c->finally(function () { echo "second\n"; });
$c->finally(function () { exit("message\n"); });
--EXPECT--
exit
second
message
cancelled
shutdown
