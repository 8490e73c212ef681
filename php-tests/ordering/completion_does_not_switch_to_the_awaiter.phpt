--TEST--
SD-23: waking an awaiter does not run it at once; what is queued earlier runs first
--DESCRIPTION--
Rules: SD-23, SD-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$job = spawn(function () { suspend(); echo "job ends\n"; });
spawn(function () { suspend(); echo "queued before the awaiter\n"; });
await($job);
echo "awaiter\n";
--EXPECT--
job ends
queued before the awaiter
awaiter
