--TEST--
SD-7: a hundred thousand coroutines sleep at once with the default vm.max_map_count, and each can be cancelled
--DESCRIPTION--
Rules: SD-7, DL-3, CN-3
Order: dependent
--INI--
memory_limit=-1
--FILE--
<?php
use function Async\{spawn, delay, suspend, get_coroutines};

$sleepers = [];
$woken = 0;
for ($i = 0; $i < 100_000; $i++) {
    $sleepers[] = spawn(static function () use (&$woken) { delay(3_600_000); $woken++; });
}
suspend();
var_dump(count(get_coroutines()), count(array_filter($sleepers, fn($c) => $c->isStarted() && $c->isSuspended())));
foreach ($sleepers as $c) $c->cancel();
suspend();
var_dump(count(array_filter($sleepers, fn($c) => $c->isCancelled())), $woken, count(get_coroutines()));
?>
--EXPECT--
int(100001)
int(100000)
int(100000)
int(0)
int(1)
