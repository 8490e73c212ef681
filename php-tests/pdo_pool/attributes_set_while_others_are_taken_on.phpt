--TEST--
PP-35: attributes that are set while a connection waits in taking on the earlier ones are taken on by the next user
--DESCRIPTION--
Rules: PP-35
Order: independent
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/slow_proxy.php';

use function Async\{await, spawn, suspend};

$maria = MariaDbServer::start();
$proxy = new SlowProxy($maria->host, $maria->port, 4);
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
$pdo = new PDO(str_replace("port=$maria->port", "port=$proxy->port", $maria->dsn()), $maria->user, '', $options);
$autocommit = fn(): int => (int) $pdo->query('SELECT @@autocommit')->fetchColumn();
echo await(spawn($autocommit)), "\n";

// The next user of the connection has the server set it.
$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, false);
$before = $proxy->pieces;
$user = spawn($autocommit);
while ($proxy->pieces < $before + 2) {
    suspend();
}
// In the middle of that: attributes with great numbers, for which the array of small ones is made anew.
foreach ([PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, PDO::ATTR_EMULATE_PREPARES, PDO::ATTR_STRINGIFY_FETCHES] as $attribute) {
    $pdo->setAttribute($attribute, true);
}
$pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
$garbage = array_map(fn($i) => [$i, new stdClass], range(1, 100));
echo await($user), "\n";
$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, true);
echo await(spawn($autocommit)), ' ', json_encode(await(spawn(fn() => $pdo->query("SELECT 'a'")->fetch()))), "\n";
$pdo = null;
$proxy->stop();
?>
--EXPECT--
1
0
1 ["a"]
