--TEST--
CN-3: cancel() returns at once; the target sees it in its own turn
--DESCRIPTION--
Rules: CN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

$c = spawn(function () { try { delay(1000); } finally { echo "target\n"; } });
spawn(function () { suspend(); echo "queued earlier\n"; });
suspend();
var_dump($c->cancel());
echo "canceller\n";
suspend();
echo "main\n";
--EXPECT--
NULL
canceller
queued earlier
target
main
