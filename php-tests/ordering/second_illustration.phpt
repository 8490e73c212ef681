--TEST--
SD-20: a nested spawn goes behind everything queued earlier
--DESCRIPTION--
Rules: SD-20, SD-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () {
    echo "p1\n";
    spawn(function () { echo "k1\n"; suspend(); echo "k2\n"; });
    echo "p2\n"; suspend(); echo "p3\n";
    spawn(function () { echo "late\n"; });
});
spawn(function () { echo "sib\n"; });
--EXPECT--
p1
p2
sib
k1
p3
k2
late
