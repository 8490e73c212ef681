--TEST--
Every connection of a pool is made with all options of the constructor
--DESCRIPTION--
Rules: PP-5
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

use function Async\{await, spawn, suspend};

$mysql = Database::start('mysql');
$pdo = $mysql->pooled([
    PDO::ATTR_POOL_MAX => 3,
    PDO::MYSQL_ATTR_INIT_COMMAND => "SET @begun = CONNECTION_ID()",
    PDO::MYSQL_ATTR_MULTI_STATEMENTS => false,
    PDO::MYSQL_ATTR_FOUND_ROWS => true,
    PDO::ATTR_AUTOCOMMIT => false,
    PDO::ATTR_TIMEOUT => 7,
    PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT,
    PDO::ATTR_EMULATE_PREPARES => true,
]);
$mysql->plain()->exec('CREATE TABLE t (a INT)');
$mysql->plain()->exec('INSERT INTO t VALUES (1)');
$asked = 0;
$ask = function () use ($pdo, &$asked): string {
    $row = ($statement = $pdo->query('SELECT @begun = CONNECTION_ID(), @@autocommit'))->fetch(PDO::FETCH_NUM);
    // Until each has a connection.
    for ($asked++; $asked < 3;) suspend();
    return json_encode([...$row, $pdo->exec('SELECT 1; SELECT 2'), $pdo->errorCode(), $pdo->exec('UPDATE t SET a = 1')]);
};
foreach ([$ask, $ask, $ask] as $one) {
    $coroutines[] = spawn($one);
    suspend();
}
echo implode(' ', array_map(Async\await(...), $coroutines)), ', ', $pdo->getPool()->count(), "\n";

$pgsql = Database::start('pgsql');
$pdo = $pgsql->pooled([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_MIN => 1, PDO::PGSQL_ATTR_DISABLE_PREPARES => true,
    PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM], ';application_name=named');
$ask = function () use ($pdo): string {
    $statement = $pdo->prepare("SELECT current_setting('application_name'), (SELECT count(*) FROM pg_prepared_statements)");
    $statement->execute();
    suspend();
    return json_encode($statement->fetch());
};
echo implode(' ', array_map(Async\await(...), [spawn($ask), spawn($ask)])), ', ', $pdo->getPool()->count(), "\n";
--EXPECT--
[1,0,false,"42000",1] [1,0,false,"42000",1] [1,0,false,"42000",1], 3
["named",0] ["named",0], 2
