--TEST--
A lock that a suspended coroutine holds is waited for by suspending; tries and time limits fail at once, readers share
--DESCRIPTION--
Rules: io LK-4
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
    const NAMES = [0 => 'done', 16 => 'EBUSY', 110 => 'ETIMEDOUT'];
    foreach (['plain', 'recursive', 'readers'] as $kind) {
        echo "-- $kind\n";
        $lock = library_lock_new($kind);
        // PHP code that the library calls suspends.
        $holder = spawn(fn() => library_call($lock, '', fn() => delay(10)));
        suspend();
        echo 'try: ', NAMES[library_lock_take($lock, 'try')], "\n";
        if ($kind === 'readers') {
            echo 'try to read: ', NAMES[library_lock_take($lock, 'try read')], "\n";
        } else {
            echo 'with a time limit: ', NAMES[library_lock_take($lock, 'timed')], "\n";
        }
        $order = [];
        $waiters = [];
        foreach (range(0, 2) as $number) {
            $waiters[] = spawn(function () use ($lock, $number, &$order) {
                $result = library_call($lock, '', function () use (&$order, $number) {
                    $order[] = $number;
                });
                return json_encode([$result[0], $result[2]]);
            });
        }
        suspend();
        echo 'waiting: ', json_encode(array_map(fn($waiter) => $waiter->getAwaitingInfo(), $waiters)), "\n";
        await($holder);
        echo implode(' ', array_map(await(...), $waiters)), ', in order: ', json_encode($order), "\n";
    }
    echo "-- readers and a writer\n";
    $lock = library_lock_new('readers');
    $inside = fn(string $name) => function () use ($name) {
        echo "$name in\n";
        delay(10);
        echo "$name out\n";
    };
    $coroutines = [];
    foreach (['reader 1' => 'read', 'reader 2' => 'read', 'writer' => '', 'reader 3' => 'read'] as $name => $how) {
        $coroutines[] = spawn(fn() => library_call($lock, $how, $inside($name)));
    }
    array_map(await(...), $coroutines);
    echo "-- cancelled\n";
    $lock = library_lock_new('recursive');
    $holder = spawn(fn() => library_call($lock, '', fn() => delay(10)));
    $waiter = spawn(function () use ($lock) {
        $result = null;
        try {
            $result = library_lock_take($lock);
            echo "not reached\n";
        } finally {
            // The wait went on: C code does not expect that to fail.
            echo 'given back: ', library_lock_give($lock), "\n";
        }
    });
    suspend();
    $waiter->cancel();
    try {
        await($waiter);
    } catch (Async\AsyncCancellation $e) {
        echo $e::class, "\n";
    }
    await($holder);
    echo 'free: ', library_lock_take($lock, 'try'), library_lock_give($lock), "\n";
    PHP);
--EXPECT--
-- plain
try: EBUSY
with a time limit: ETIMEDOUT
waiting: [["Lock of a library"],["Lock of a library"],["Lock of a library"]]
[0,0] [0,0] [0,0], in order: [0,1,2]
-- recursive
try: EBUSY
with a time limit: ETIMEDOUT
waiting: [["Lock of a library"],["Lock of a library"],["Lock of a library"]]
[0,0] [0,0] [0,0], in order: [0,1,2]
-- readers
try: EBUSY
try to read: EBUSY
waiting: [["Lock of a library"],["Lock of a library"],["Lock of a library"]]
[0,0] [0,0] [0,0], in order: [0,1,2]
-- readers and a writer
reader 1 in
reader 2 in
reader 3 in
reader 1 out
reader 2 out
reader 3 out
writer in
writer out
-- cancelled
given back: 0
Async\AsyncCancellation
free: 00
