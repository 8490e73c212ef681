--TEST--
AW-5: main and coroutines awaiting the same target all go on after it
--DESCRIPTION--
Rules: AW-5, AW-14, SD-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$job = spawn(function () { suspend(); echo "job\n"; return 1; });
spawn(function () use ($job) { await($job); echo "first\n"; });
await($job);
echo "main\n";
spawn(function () use ($job) { await($job); echo "no wait\n"; });
echo "main end\n";
--EXPECT--
job
main
main end
first
no wait
