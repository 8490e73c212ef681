--TEST--
SL-2: pcntl handlers run while the script waits, and do not shorten a cooperative sleep
--DESCRIPTION--
Rules: SL-2
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../lib/scaled_ms.php';
use function Async\{spawn, delay};

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "signal\n"; });
spawn(function () { delay(5); posix_kill(getmypid(), SIGUSR1); });
$t = hrtime(true);
usleep(scaled_ms(60) * 1000);
var_dump(hrtime(true) - $t >= scaled_ms(60) * 1_000_000);
--EXPECT--
signal
bool(true)
