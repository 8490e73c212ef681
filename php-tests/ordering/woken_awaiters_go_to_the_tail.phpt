--TEST--
SD-22: awaiters are appended to the tail in the order they began to wait
--DESCRIPTION--
Rules: SD-22, SD-23, AW-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$job = spawn(function () { echo "job 1\n"; suspend(); spawn(function () { echo "spawned by job\n"; }); echo "job 2\n"; return 'v'; });
foreach ([1, 2, 3] as $n) {
    spawn(function () use ($job, $n) { echo "waits $n\n"; $v = await($job); echo "got $n $v\n"; });
}
spawn(function () { echo "other 1\n"; suspend(); echo "other 2\n"; });
--EXPECT--
job 1
waits 1
waits 2
waits 3
other 1
job 2
other 2
spawned by job
got 1 v
got 2 v
got 3 v
