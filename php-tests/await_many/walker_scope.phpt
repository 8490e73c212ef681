--TEST--
AA-20: coroutines that the iterator spawns belong to a private child scope; the normal end does not cancel them
--DESCRIPTION--
Rules: AA-20
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all_or_fail, current_context, await};

current_context()->set('where', 'caller');
$g = (function () {
    var_dump(current_context()->find('where'), current_context()->findLocal('where'));
    spawn(function () { suspend(); suspend(); suspend(); echo "spawned by the iterator ends\n"; });
    yield spawn(fn() => 1);
})();
echo json_encode(await_all_or_fail($g)), "\n";
echo "returned\n";
--EXPECT--
string(6) "caller"
NULL
[1]
returned
spawned by the iterator ends
