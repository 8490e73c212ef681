--TEST--
CO-30: finally handlers run before the awaiters resume and before what was queued earlier
--DESCRIPTION--
Rules: CO-30, SD-22, SD-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, await};

$c = spawn(function () { echo "body\n"; });
spawn(function () { echo "queued earlier\n"; });
$c->finally(function () { echo "finally\n"; });
await($c);
echo "awaiter\n";
--EXPECT--
body
finally
queued earlier
awaiter
