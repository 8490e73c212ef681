--TEST--
SD-21: suspend() in nested calls suspends the whole coroutine and resumes inside them
--DESCRIPTION--
Rules: SD-21, SU-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

function outer($n) { echo "outer+ $n\n"; middle($n); echo "outer- $n\n"; }
function middle($n) { echo "middle+ $n\n"; suspend(); echo "middle- $n\n"; }
spawn('outer', 1);
spawn('outer', 2);
--EXPECT--
outer+ 1
middle+ 1
outer+ 2
middle+ 2
middle- 1
outer- 1
middle- 2
outer- 2
