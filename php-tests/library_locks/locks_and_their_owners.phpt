--TEST--
A lock has an owner: given back by another coroutine it is free, by a thread of the library it stays noted and calls block
--DESCRIPTION--
Rules: io LK-2, io LK-6
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
    /** Whether another coroutine runs while this one waits. */
    $lets_others_run = function () {
        $ran = false;
        spawn(function () use (&$ran) {
            delay(1);
            $ran = true;
        });
        suspend();
        library_wait(10);
        return json_encode($ran);
    };
    echo 'at first: ', $lets_others_run(), "\n";

    $lock = library_lock_new('plain');
    echo 'taken: ', library_lock_take($lock), ', lets others run: ', $lets_others_run(), "\n";
    echo 'given back by another coroutine: ', await(spawn(fn() => library_lock_give($lock))), ', ', $lets_others_run(), "\n";

    $lock = library_lock_new('plain');
    await(spawn(fn() => library_lock_take($lock)));
    echo 'taken by one that has ended: ', library_lock_take($lock, 'try'), ', ', $lets_others_run(), "\n";
    echo 'given back by main: ', library_lock_give($lock), ', ', library_lock_take($lock, 'try'), library_lock_give($lock), "\n";

    $lock = library_lock_new('plain');
    echo 'a thread takes and gives back: ', library_thread($lock, 'take'), ', ', $lets_others_run(), "\n";
    $waiting = spawn(fn() => library_thread($lock, 'wait'));
    echo 'a thread waits with it: ', await($waiting), ', ', $lets_others_run(), "\n";
    echo 'a thread signals a condition: ', library_thread($lock, 'signal'), ', ', $lets_others_run(), "\n";

    $other = spawn(function () use ($lets_others_run) {
        $lock = library_lock_new('plain');
        library_lock_take($lock);
        echo 'a thread gives back what a coroutine took: ', library_thread($lock, 'give'), ', ', $lets_others_run(), "\n";
        // It is noted for good.
        echo 'taken and given back once more: ', library_lock_take($lock), library_lock_give($lock), ', ', $lets_others_run(), "\n";
    });
    await($other);
    foreach (['plain', 'readers'] as $kind) {
        $lock = library_lock_new($kind);
        library_lock_take($lock);
        library_lock_renew($lock);
        echo "destroyed ($kind): ", $lets_others_run(), ', made again: ', library_lock_take($lock), library_lock_give($lock), "\n";
    }
    echo 'in others: ', $lets_others_run(), "\n";
    PHP);
--EXPECT--
at first: true
taken: 0, lets others run: false
given back by another coroutine: 0, true
taken by one that has ended: 16, true
given back by main: 0, 00
a thread takes and gives back: 0, true
a thread waits with it: 0, true
a thread signals a condition: 0, true
a thread gives back what a coroutine took: 0, false
taken and given back once more: 00, false
destroyed (plain): true, made again: 00
destroyed (readers): true, made again: 00
in others: true
