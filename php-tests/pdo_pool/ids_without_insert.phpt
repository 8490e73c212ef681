--TEST--
Ids that COPY by a method or LAST_INSERT_ID(expr) makes are the coroutine's own, and not told to the next one
--DESCRIPTION--
Rules: PP-14, PP-31
Order: independent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql') ?? Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

/** In a coroutine of its own. */
$run = fn(Closure $work) => await(spawn(function () use ($work) {
    try {
        return $work();
    } catch (PDOException $e) {
        return $e->getCode();
    }
}));

$pdo = Database::start('pgsql')->pooled([PDO::ATTR_POOL_MAX => 1]);
$pdo->exec('CREATE TABLE ids (id SERIAL PRIMARY KEY, a INT)');
$file = temporary_directory() . '/rows';
file_put_contents($file, "8\n9\n");
$copies = [
    'pgsqlCopyFromArray()' => fn() => $pdo->pgsqlCopyFromArray('ids', ['5', '6'], "\t", '\\\\N', 'a'),
    'pgsqlCopyFromFile()' => fn() => $pdo->pgsqlCopyFromFile('ids', $file, "\t", '\\\\N', 'a'),
];
foreach ($copies as $name => $copy) {
    // Another one has made some before.
    $run(fn() => $pdo->exec('INSERT INTO ids (a) VALUES (1)'));
    echo "$name: own ", $run(function () use ($pdo, $copy) {
        $pdo->beginTransaction();
        @$copy();
        $id = $pdo->lastInsertId();
        $newest = $pdo->query('SELECT max(id) FROM ids')->fetchColumn();
        $pdo->commit();
        return $id === (string) $newest ? 'id' : "id $id instead of $newest";
    }), ', next ', $run(fn() => $pdo->query('SELECT lastval()')->fetchColumn()), "\n";
}

$pdo = Database::start('mysql')->pooled([PDO::ATTR_POOL_MAX => 1]);
$pdo->exec('CREATE TABLE numbers (a INT)');
$pdo->exec('INSERT INTO numbers VALUES (41)');
$statements = [
    'UPDATE numbers SET a = LAST_INSERT_ID(a + 1)',
    'SELECT last_insert_id(77)',
    'UPDATE numbers SET a = `LAST_INSERT_ID` (43)',
];
foreach ($statements as $sql) {
    $ask = fn() => $pdo->query('SELECT LAST_INSERT_ID()')->fetchColumn();
    echo "$sql: own ", $run(function () use ($pdo, $sql, $ask) {
        $pdo->beginTransaction();
        $pdo->query($sql)->closeCursor();
        $id = $ask();
        $pdo->commit();
        return $id;
    }), ', next ', $run($ask), "\n";
}
--EXPECT--
pgsqlCopyFromArray(): own id, next 55000
pgsqlCopyFromFile(): own id, next 55000
UPDATE numbers SET a = LAST_INSERT_ID(a + 1): own 42, next 0
SELECT last_insert_id(77): own 77, next 0
UPDATE numbers SET a = `LAST_INSERT_ID` (43): own 43, next 0
