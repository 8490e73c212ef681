--TEST--
The health check replaces idle connections that are dead, and keeps nothing alive
--DESCRIPTION--
Rules: PP-41
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

use function Async\delay;

foreach (['pgsql', 'mysql'] as $name) {
    $database = Database::start($name);
    $admin = $database->plain();
    $pdo = $database->pooled([PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 10]);
    $pool = $pdo->getPool();
    $sql = $name === 'pgsql'
        ? "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1"
        : "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'root' AND ID <> CONNECTION_ID() ORDER BY 1";
    $ids = fn() => $admin->query($sql)->fetchAll(PDO::FETCH_COLUMN);
    $before = $ids();
    echo "$name: ", count($before), ', ';
    delay(50);
    echo $ids() === $before ? 'the same' : 'others', ', ';
    foreach ($before as $id) {
        $database->kill($admin, $id);
    }
    // At this moment one of them may be looked at.
    while (count($ids()) < 2 || array_intersect($before, $ids()) || $pool->idleCount() < 2) {
        delay(5);
    }
    echo counts($pool), "\n";
}
echo "end\n";
--EXPECT--
pgsql: 2, the same, 2 connections, 2 idle, 0 active
mysql: 2, the same, 2 connections, 2 idle, 0 active
end
