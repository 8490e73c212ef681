--TEST--
SU-2: suspend() in a script without coroutines launches the scheduler and returns
--DESCRIPTION--
Rules: SU-2, SD-10
Order: independent
--FILE--
<?php
use function Async\{suspend, get_coroutines};

var_dump(suspend());
var_dump(count(get_coroutines()));
--EXPECT--
NULL
int(1)
