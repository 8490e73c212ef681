--TEST--
A library whose locks belong to handles suspends with them, unless one of the locks is in its own data
--DESCRIPTION--
Rules: io LK-3, io LK-4
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
    $heap = fn() => library_lock_new('plain');
    $make = [
        'each its own' => fn() => [$heap()],
        'each two' => fn() => [$heap(), library_lock_new('recursive')],
        'each its own, and the one of the library' => fn() => [$heap(), 0],
        'the one of the library' => fn() => [0],
    ];
    foreach ($make as $title => $locks) {
        [$results, $most] = calls_at_once(fn() => library_wait(20, ...$locks()));
        echo "$title: at one time $most, ", json_encode($results), "\n";
    }
    // Asked for by all: the calls wait for each other where the library locks.
    foreach (['plain', 'recursive', 'readers'] as $kind) {
        $lock = library_lock_new($kind);
        $inside = 0;
        $most = 0;
        $call = function () use ($lock, &$inside, &$most) {
            return library_call($lock, '', function () use (&$inside, &$most) {
                $most = max($most, ++$inside);
                library_wait(5);
                $inside--;
            });
        };
        [$results] = calls_at_once($call);
        echo "$kind: inside at one time $most, ", json_encode(array_unique($results, SORT_REGULAR)), "\n";
    }
    PHP, ['async.io_objects' => '*library_locks']);
--EXPECT--
each its own: at one time 4, [[0],[0],[0],[0]]
each two: at one time 4, [[0,0],[0,0],[0,0],[0,0]]
each its own, and the one of the library: at one time 1, [[0,0],[0,0],[0,0],[0,0]]
the one of the library: at one time 1, [[0],[0],[0],[0]]
plain: inside at one time 1, [[0,null,0]]
recursive: inside at one time 1, [[0,null,0]]
readers: inside at one time 1, [[0,null,0]]
