--TEST--
The last id of a connection is not told to a coroutine that has made none since it was lent it
--DESCRIPTION--
Rules: PP-14, PP-31
Order: independent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
pdo_sqlite
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql') ?? Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$keys = ['pgsql' => 'SERIAL PRIMARY KEY', 'mysql' => 'INT PRIMARY KEY AUTO_INCREMENT', 'sqlite' => 'INTEGER PRIMARY KEY'];
$statements = [
    'pgsql' => ['SELECT lastval()', "SELECT currval('ids_id_seq')"],
    'mysql' => ['SELECT LAST_INSERT_ID()', 'SELECT @@identity', 'SELECT `last_insert_id` ()'],
    'sqlite' => [],
];
foreach ($keys as $driver => $key) {
    $database = Database::start($driver);
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
    $pdo->exec("CREATE TABLE ids (id $key, a INT)");
    // In a coroutine that makes its own first, if it is to.
    $ask = fn(Closure $how, bool $own) => await(spawn(function () use ($pdo, $how, $own) {
        $pdo->beginTransaction();
        $pdo->query('SELECT count(*) FROM ids')->fetchAll();
        if ($own) {
            $pdo->exec('INSERT INTO ids (a) VALUES (1)');
        }
        try {
            $told = $how();
        } catch (PDOException $e) {
            return $e->getCode();
        } finally {
            $pdo->rollBack();
        }
        return $own ? ($told > 3 ? 'its own' : 'another one') : $told;
    }));
    $asks = ['lastInsertId()' => fn() => $pdo->lastInsertId()];
    foreach ($statements[$driver] as $sql) {
        $asks[$sql] = fn() => $pdo->query($sql)->fetchColumn();
    }
    foreach ($asks as $what => $how) {
        await(spawn(function () use ($pdo) {
            for ($i = 0; $i < 3; $i++) {
                $pdo->exec('INSERT INTO ids (a) VALUES (1)');
            }
        }));
        echo "$driver, $what: ", $ask($how, false), ', ', $ask($how, true), "\n";
    }
}
--EXPECT--
pgsql, lastInsertId(): 55000, its own
pgsql, SELECT lastval(): 55000, its own
pgsql, SELECT currval('ids_id_seq'): 55000, its own
mysql, lastInsertId(): 0, its own
mysql, SELECT LAST_INSERT_ID(): 0, its own
mysql, SELECT @@identity: 0, its own
mysql, SELECT `last_insert_id` (): 0, its own
sqlite, lastInsertId(): 0, its own
