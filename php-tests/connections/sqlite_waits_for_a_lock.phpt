--TEST--
DB-8: coroutines that share a SQLite handle while another one holds the lock wait, others run, and what was reported as written is there
--DESCRIPTION--
Rules: io DB-8, io DB-2, io FW-2
Order: independent
--EXTENSIONS--
pdo_sqlite
sqlite3
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/temporary.php';

const COROUTINES = 4, ROWS = 5;
$dir = make_temporary_directory();

// Each has a way to write with one handle of its own kind: what it says was written, and what another handle finds.
$kinds = [
    'PDO' => function (string $file): array {
        $db = new PDO("sqlite:$file");
        return [$db, fn(string $sql) => $db->exec($sql), function (string $value) use ($db) {
            $statement = $db->prepare('INSERT INTO t VALUES (?)');
            return $statement->execute([$value]);
        }];
    },
    'SQLite3' => function (string $file): array {
        $db = new SQLite3($file);
        $db->enableExceptions(true);
        $db->busyTimeout(60_000);
        return [$db, fn(string $sql) => $db->exec($sql), function (string $value) use ($db) {
            $statement = $db->prepare('INSERT INTO t VALUES (?)');
            $statement->bindValue(1, $value);
            return (bool) $statement->execute();
        }];
    },
];
foreach ($kinds as $kind => $open) {
    $file = "$dir/$kind.db";
    [$db, $execute, $insert] = $open($file);
    $execute('CREATE TABLE t (value)');
    $other = new PDO("sqlite:$file");
    $said = [];
    $stop = false;
    $ticks = 0;
    $locker = spawn(function () use ($other, &$stop, &$ticks) {
        while (!$stop) {
            $other->exec('BEGIN IMMEDIATE');
            delay(8);
            $ticks++;
            $other->exec('COMMIT');
            delay(2);
        }
    });
    $writers = [];
    for ($i = 0; $i < COROUTINES; $i++) {
        $writers[] = spawn(function () use ($i, $insert, $execute, &$said) {
            for ($n = 0; $n < ROWS; $n++) {
                $n % 2 ? $insert("$i-$n") : $execute("INSERT INTO t VALUES ('$i-$n')");
                $said[] = "$i-$n";
                delay(1);
            }
        });
    }
    array_map(await(...), $writers);
    $stop = true;
    await($locker);
    $found = (new PDO("sqlite:$file"))->query('SELECT value FROM t')->fetchAll(PDO::FETCH_COLUMN);
    sort($found);
    sort($said);
    printf("%s: %d said, the same found: %s, the lock was held meanwhile: %s\n", $kind, count($said), json_encode($found === $said),
        json_encode($ticks > 1));
    unset($db, $execute, $insert, $other, $writers, $locker);
}
remove_tree($dir);
--EXPECT--
PDO: 20 said, the same found: true, the lock was held meanwhile: true
SQLite3: 20 said, the same found: true, the lock was held meanwhile: true
