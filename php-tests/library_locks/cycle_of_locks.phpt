--TEST--
Coroutines that wait for each other's locks are a deadlock with a report, which ends
--DESCRIPTION--
Rules: io LK-4, DD-1
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/library_locks.php';
if ($why = library_locks_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/library_locks.php';
echo preg_replace('~(spawned|suspended) at .*? \(~', '$1 (', preg_replace('~^Fatal error.*~ms', '', with_library_locks(<<<'PHP'
    [$one, $two] = [library_lock_new('plain'), library_lock_new('recursive')];
    $both = fn(int $first, int $second) => spawn(function () use ($first, $second) {
        try {
            library_call($first, '', function () use ($second) {
                delay(1);
                library_lock_take($second);
            });
        } catch (Async\AsyncCancellation $e) {
            echo $e->getMessage(), "\n";
        }
    });
    $coroutines = [$both($one, $two), $both($two, $one)];
    foreach ($coroutines as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation $e) {
            echo 'main: ', $e->getMessage(), "\n";
        }
    }
    echo "both have ended\n";
    PHP, ['async.debug_deadlock' => 0])));
--EXPECT--
main: Deadlock detected
main: Deadlock detected
both have ended
Deadlock detected
Deadlock detected
