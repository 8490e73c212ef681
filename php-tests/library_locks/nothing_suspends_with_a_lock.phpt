--TEST--
A call of a library that holds a lock blocks, so no other coroutine meets the lock; without a lock it suspends
--DESCRIPTION--
Rules: io LK-1, io LK-2
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/library_locks.php';
if ($why = library_locks_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/library_locks.php';
require __DIR__ . '/../lib/scaled_ms.php';
echo with_library_locks('$wait = ' . scaled_ms(20) . ';' . <<<'PHP'
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            $ticks++;
            delay(1);
        }
    });
    delay(1);
    $make = [
        'none' => null,
        'one of a handle' => fn() => library_lock_new('plain'),
        'a recursive one' => fn() => library_lock_new('recursive'),
        'one for readers and writers' => fn() => library_lock_new('readers'),
        'the same one for all, which none has to wait for' => fn() => 0,
        'none again' => null,
    ];
    foreach ($make as $title => $lock) {
        $before = $ticks;
        [$results, $most] = calls_at_once(fn() => library_wait($wait, ...($lock ? [$lock()] : [])));
        echo "$title: at one time $most, others ran meanwhile: ", json_encode($ticks - $before > 3), ', ', json_encode($results), "\n";
    }
    $ticker->cancel();
    PHP);
--EXPECT--
none: at one time 4, others ran meanwhile: true, [[],[],[],[]]
one of a handle: at one time 1, others ran meanwhile: false, [[0],[0],[0],[0]]
a recursive one: at one time 1, others ran meanwhile: false, [[0],[0],[0],[0]]
one for readers and writers: at one time 1, others ran meanwhile: false, [[0],[0],[0],[0]]
the same one for all, which none has to wait for: at one time 1, others ran meanwhile: false, [[0],[0],[0],[0]]
none again: at one time 4, others ran meanwhile: true, [[],[],[],[]]
