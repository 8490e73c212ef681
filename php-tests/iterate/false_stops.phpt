--TEST--
IT-7: a callback that returns false ends the taking; running ones finish; other values mean nothing
--DESCRIPTION--
Rules: IT-7
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend};

$taken = [];
iterate([1, 2, 3, 4, 5, 6], function ($v) use (&$taken) { $taken[] = $v; return $v === 3 ? false : 0; });
echo implode(',', $taken), "\n";
$taken = $ended = [];
iterate((function () {
    try { for ($i = 1; ; $i++) yield $i; } finally { echo "generator ended\n"; }
})(), function ($v) use (&$taken, &$ended) {
    $taken[] = $v;
    for ($i = 0; $i < ($v === 2 ? 2 : 20); $i++) suspend();
    $ended[] = $v;
    return $v !== 2;
}, concurrency: 3);
sort($ended);
echo implode(',', $taken), ' ', implode(',', $ended), "\n";
--EXPECT--
1,2,3
generator ended
1,2,3 1,2,3
