--TEST--
SH-30, FW-2: a fatal error while queries wait is an ordinary one: nothing that their libraries are in the middle of is freed under them
--DESCRIPTION--
Rules: SH-30, SH-33, io FW-2, io CX-13
Order: dependent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
pdo_sqlite
mysqli
pgsql
sqlite3
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/fatal_error.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
$dir = make_temporary_directory();
$mysqli = "new mysqli('%s$maria->host', '$maria->user', '', 'mysql', $maria->port)";
$locked = fn(string $open) => "\$file = tempnam('$dir', 'db'); \$locker = $open; \$GLOBALS['locker'] = \$locker;"
    . " \$locker->exec('CREATE TABLE t (x)'); \$locker->exec('BEGIN IMMEDIATE'); \$db = $open;";

fatal_errors([
    'PDO pgsql' => "\$db = new PDO('{$postgres->dsn()}', '$postgres->user'); \$db->query('SELECT pg_sleep(1000)');",
    'persistent' => "\$db = new PDO('{$postgres->dsn()}', '$postgres->user', '', [PDO::ATTR_PERSISTENT => true]);"
        . " \$db->query('SELECT pg_sleep(1000)');",
    'persistent of several' => "\$pdo = fn() => new PDO('{$postgres->dsn()}', '$postgres->user', '', [PDO::ATTR_PERSISTENT => true]);"
        . ' $one = $pdo(); for ($i = 0; $i < 3; $i++) { $other = $i < 2 ? $pdo() : null;'
        . ' spawn(function () use ($pdo, $other) { ($other ?? $pdo())->query("SELECT pg_sleep(1000)"); }); } delay(10);'
        . ' $one->query("SELECT pg_sleep(1000)");',
    'persistent mysql of several' => "\$pdo = fn() => new PDO('{$maria->dsn()}', '$maria->user', '', [PDO::ATTR_PERSISTENT => true]);"
        . ' $one = $pdo(); for ($i = 0; $i < 3; $i++) { $other = $i < 2 ? $pdo() : null;'
        . ' spawn(function () use ($pdo, $other) { ($other ?? $pdo())->query("SELECT SLEEP(1000)"); }); } delay(10);'
        . ' $one->query("SELECT SLEEP(1000)");',
    'prepared' => "\$s = (new PDO('{$postgres->dsn()}', '$postgres->user'))->prepare('SELECT pg_sleep(?)'); \$s->execute([1000]);",
    'PDO mysql' => "\$db = new PDO('{$maria->dsn()}', '$maria->user', ''); \$db->query('SELECT SLEEP(1000)');",
    'unbuffered' => "\$db = new PDO('{$maria->dsn()}', '$maria->user', '', [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);"
        . " foreach (\$db->query('SELECT REPEAT(1, 60000), SLEEP(seq DIV 2 * 1000) FROM seq_1_to_3') as \$row);",
    'PDO sqlite' => $locked('new PDO("sqlite:$file")') . " \$db->setAttribute(PDO::ATTR_TIMEOUT, 2000); \$db->exec('DROP TABLE t');",
    'mysqli' => '$db = ' . sprintf($mysqli, '') . "; \$db->query('SELECT SLEEP(1000)');",
    'mysqli statement' => '$db = ' . sprintf($mysqli, 'p:') . "; \$s = \$db->prepare('SELECT SLEEP(1000)'); \$s->execute();",
    'pg_query' => "pg_query(pg_connect('{$postgres->connection()}'), 'SELECT pg_sleep(1000)');",
    'one behind the other' => "\$db = pg_connect('{$postgres->connection()}'); spawn(fn() => pg_query(\$db, 'SELECT pg_sleep(1000)'));"
        . " delay(10); pg_query(\$db, 'SELECT 1');",
    'SQLite3' => $locked('new SQLite3($file)') . " \$db->busyTimeout(2_000_000); \$db->exec('DROP TABLE t');",
    'a callback of SQLite3' => "\$db = new SQLite3(':memory:'); \$db->createFunction('f', fn() => delay(1_000_000));"
        . " \$db->query('SELECT f()');",
    'in a generator' => "\$rows = (function () { yield (new PDO('{$postgres->dsn()}', '$postgres->user'))->query('SELECT pg_sleep(1000)');"
        . ' })(); $rows->current();',
    'in a Fiber' => "(new Fiber(fn() => (new PDO('{$postgres->dsn()}', '$postgres->user'))->query('SELECT pg_sleep(1000)')))->start();",
], [
    'mysqlnd.net_read_timeout' => 1000,
    'extension' => shared_extensions('mysqlnd', 'pdo', 'mysqli', 'pgsql', 'sqlite3', 'pdo_mysql', 'pdo_pgsql',
        'pdo_sqlite'),
]);
remove_tree($dir);
--EXPECT--
PDO pgsql: all right
persistent: all right
persistent of several: all right
persistent mysql of several: all right
prepared: all right
PDO mysql: all right
unbuffered: all right
PDO sqlite: all right
mysqli: all right
mysqli statement: all right
pg_query: all right
one behind the other: all right
SQLite3: all right
a callback of SQLite3: all right
in a generator: all right
in a Fiber: all right
