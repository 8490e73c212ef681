--TEST--
TR-5, SH-24: graceful_shutdown() cancels everything; the rest of the slice runs; no error is shown
--DESCRIPTION--
Rules: SH-20, SH-21, SH-24, TR-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, graceful_shutdown};

spawn(function () { while (true) suspend(); });
spawn(function () { suspend(); echo "stop\n"; graceful_shutdown(); echo "same slice\n"; });
suspend(); suspend(); suspend(); echo "not reached\n";
--EXPECT--
stop
same slice
