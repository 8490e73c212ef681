--TEST--
A kept statement that the server does not know any more, or not so, is prepared again without a word
--DESCRIPTION--
Rules: PP-39
Order: dependent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$options = [PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 5, PDO::ATTR_EMULATE_PREPARES => false];
$database = Database::start('pgsql');
$admin = $database->plain();
$admin->exec('CREATE TABLE t (a INT, b TEXT)');
$admin->exec("INSERT INTO t VALUES (1, 'x'), (2, 'y')");
$pdo = $database->pooled($options);
$ask = function (int $a) use ($pdo): string {
    $statement = $pdo->prepare('SELECT * FROM t WHERE a = :a');
    $statement->bindValue('a', $a, PDO::PARAM_INT);
    $statement->execute();
    return json_encode($statement->fetchAll(PDO::FETCH_ASSOC)) . ' ' . $statement->columnCount();
};
$known = fn() => $pdo->query("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT * FROM t%'")->fetchColumn();
echo $ask(1), ' ', $known(), "\n";
// The result has another shape (0A000).
$admin->exec('ALTER TABLE t ADD c INT DEFAULT 7');
echo $ask(2), ' ', $known(), "\n";
echo $ask(1), ' ', $known(), "\n";
// The server does not know it (26000).
$ask = function () use ($pdo): string {
    $statement = $pdo->prepare('SELECT count(*) FROM t');
    $statement->execute();
    return (string) $statement->fetchColumn();
};
echo $ask(), "\n";
await(spawn(function () use ($pdo, $ask): void {
    $pdo->exec('DEALLOCATE ALL');
    echo $ask(), "\n";
}));
echo $ask(), "\n";
// In a transaction that has failed with it there is nothing to be repeated.
$admin->exec('ALTER TABLE t ADD d INT');
$pdo->beginTransaction();
$statement = $pdo->prepare('SELECT * FROM t');
$statement->execute();
echo $statement->columnCount(), "\n";
$pdo->rollBack();

$database = Database::start('mysql');
$admin = $database->plain();
$admin->exec('CREATE TABLE t (a INT)');
$pdo = $database->pooled($options);
$admin->exec('INSERT INTO t VALUES (1)');
$ask = function () use ($pdo): string {
    $statement = $pdo->prepare('SELECT * FROM t WHERE a = ?');
    $statement->execute([1]);
    return json_encode($statement->fetchAll(PDO::FETCH_NUM));
};
echo $ask(), "\n";
$admin->exec('ALTER TABLE t ADD b INT DEFAULT 5');
echo $ask(), "\n";
// A reset makes the server forget all (1243).
await(spawn(fn() => $pdo->exec('SET @a = 1')));
echo $ask(), ' ', $pdo->errorCode(), "\n";
--EXPECT--
[{"a":1,"b":"x"}] 2 1
[{"a":2,"b":"y","c":7}] 3 1
[{"a":1,"b":"x","c":7}] 3 1
2
2
2
4
[[1]]
[[1,5]]
[[1,5]] 00000
