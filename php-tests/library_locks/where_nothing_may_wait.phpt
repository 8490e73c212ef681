--TEST--
Where nothing may wait, a lock that a suspended coroutine holds is refused with EDEADLK; giving it back changes nothing
--DESCRIPTION--
Rules: io LK-5
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
    foreach (['plain', 'recursive', 'readers'] as $kind) {
        $lock = library_lock_new($kind);
        $holder = spawn(function () use ($lock) {
            $taken = library_lock_take($lock);
            delay(5);
            return [$taken, library_lock_give($lock)];
        });
        suspend();
        echo "$kind: ", json_encode(library_call($lock, '', fn() => 'inside')),
            ', still held: ', json_encode(library_lock_take($lock, 'try') === 16),
            ', its holder: ', json_encode(await($holder)), ', free: ', library_lock_take($lock, 'try'), library_lock_give($lock), "\n";
    }
    PHP, ['async.io_modules_blocking' => 'library_locks']);
--EXPECT--
plain: [35,"inside",1], still held: true, its holder: [0,0], free: 00
recursive: [35,"inside",1], still held: true, its holder: [0,0], free: 00
readers: [35,"inside",1], still held: true, its holder: [0,0], free: 00
