--TEST--
In-memory databases of sqlite are pooled when connections can share them, and refused otherwise
--DESCRIPTION--
Rules: PP-43
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3];
$private = ['', ':memory:', 'file::memory:', 'file:a?mode=memory', 'file:a?mode=memory&cache=private', 'file::memory:?x=cache=shared'];
foreach ($private as $dsn) {
    echo thrown(fn() => new PDO("sqlite:$dsn", null, null, $options)), "\n";
}
foreach (['file:shared?mode=memory&cache=shared', 'file::memory:?cache=shared', 'file:more?cache=shared&mode=memory'] as $dsn) {
    $pdo = new PDO("sqlite:$dsn", null, null, $options);
    $pdo->exec('CREATE TABLE t (a)');
    $ready = 0;
    $insert = function (int $a) use ($pdo, &$ready): int {
        $statement = $pdo->prepare('INSERT INTO t VALUES (?)');
        for ($ready++; $ready < 3; suspend());
        $statement->execute([$a]);
        return $pdo->getPool()->activeCount();
    };
    $active = array_map(Async\await(...), [spawn($insert, 1), spawn($insert, 2), spawn($insert, 3)]);
    echo "$dsn: ", max($active), ' at once, ', $pdo->query('SELECT sum(a) FROM t')->fetchColumn(), "\n";
    unset($pdo);
}
$pdo = new PDO('sqlite:file:shared?mode=memory&cache=shared', null, null, $options);
echo $pdo->query("SELECT count(*) FROM sqlite_master")->fetchColumn(), " tables are left\n";
--EXPECT--
PDOException: PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN "" opens a private database that cannot be shared between pool connections; use "file:<name>?mode=memory&cache=shared" if you need a shared in-memory database)
PDOException: PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN ":memory:" opens a private database that cannot be shared between pool connections; use "file:<name>?mode=memory&cache=shared" if you need a shared in-memory database)
PDOException: PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN "file::memory:" opens a private database that cannot be shared between pool connections; use "file:<name>?mode=memory&cache=shared" if you need a shared in-memory database)
PDOException: PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN "file:a?mode=memory" opens a private database that cannot be shared between pool connections; use "file:<name>?mode=memory&cache=shared" if you need a shared in-memory database)
PDOException: PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN "file:a?mode=memory&cache=private" opens a private database that cannot be shared between pool connections; use "file:<name>?mode=memory&cache=shared" if you need a shared in-memory database)
PDOException: PDO_SQLite: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED (DSN "file::memory:?x=cache=shared" opens a private database that cannot be shared between pool connections; use "file:<name>?mode=memory&cache=shared" if you need a shared in-memory database)
file:shared?mode=memory&cache=shared: 3 at once, 6
file::memory:?cache=shared: 3 at once, 6
file:more?cache=shared&mode=memory: 3 at once, 6
0 tables are left
