--TEST--
IT-1: callbacks run in a private child scope of the caller's scope
--DESCRIPTION--
Rules: IT-1, CX-10
Order: independent
--FILE--
<?php
use function Async\{iterate, suspend, current_context, current_coroutine, spawn};

current_context()->set('k', 'of the caller');
iterate([1, 2], function ($v) {
    echo current_context()->find('k'), ' ', var_export(current_context()->findLocal('k'), true), "\n";
    if (!current_context()->hasLocal('first')) current_context()->set('first', $v);
    else echo 'one scope for all: ', current_context()->getLocal('first'), "\n";
});
var_dump(current_context()->has('first'));
--EXPECT--
of the caller NULL
of the caller NULL
one scope for all: 1
bool(false)
