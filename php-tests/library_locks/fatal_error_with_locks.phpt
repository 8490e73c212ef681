--TEST--
After a fatal error coroutines that were suspended with locks have given them back
--DESCRIPTION--
Rules: io LK-6, io CX-13
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/library_locks.php';
if ($why = library_locks_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/library_locks.php';
echo with_library_locks(<<<'PHP'
    $lock = library_lock_new('plain');
    $holder = spawn(fn() => library_call($lock, '', fn() => delay(1000)));
    $waiter = spawn(fn() => library_wait(1, $lock));
    register_shutdown_function(function () use ($lock) {
        echo 'at shutdown: ', library_lock_take($lock, 'try'), "\n";
    });
    delay(2);
    (function () { ini_set('memory_limit', '4M'); return str_repeat('x', 1 << 24); })();
    PHP);
--EXPECTF--
Fatal error: Allowed memory size of %d bytes exhausted%s in %s on line %d
at shutdown: 0
