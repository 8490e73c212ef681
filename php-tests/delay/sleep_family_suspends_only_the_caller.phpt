--TEST--
DL-8: sleep functions suspend only the calling coroutine and return what stock PHP returns
--DESCRIPTION--
Rules: DL-8, SL-1
Order: independent
--FILE--
<?php
use function Async\spawn;

spawn(function () { var_dump(sleep(1)); echo "S\n"; });
spawn(function () { var_dump(usleep(200_000)); echo "U\n"; });
spawn(function () { var_dump(time_nanosleep(0, 400_000_000)); echo "N\n"; });
spawn(function () { var_dump(time_sleep_until(microtime(true) + 0.6)); echo "T\n"; });
spawn(fn() => print "B\n");
echo "M\n";
--EXPECT--
M
B
NULL
U
bool(true)
N
bool(true)
T
int(0)
S
