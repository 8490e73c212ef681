--TEST--
EH-9: a try around spawn() never catches what the task throws
--DESCRIPTION--
Rules: EH-9
Order: dependent
--FILE--
<?php
use function Async\{spawn, await};

try { $c = spawn(fn() => throw new Exception('task')); } catch (Exception $e) { echo "wrong place\n"; }
function f() {
    try {
        return spawn(fn() => throw new Exception('task 2'));
    } catch (Exception $e) {
        echo "wrong place\n";
    } finally {
        echo "finally\n";
    }
}
$d = f();
foreach ([$c, $d] as $x) { try { await($x); } catch (Exception $e) { echo $e->getMessage(), "\n"; } }
--EXPECT--
finally
task
task 2
