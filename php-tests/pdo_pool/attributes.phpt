--TEST--
Attributes of connections that are set hold for all of them, those of the object stay with it
--DESCRIPTION--
Rules: PP-35
Order: dependent
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$database = Database::start('mysql');
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_CASE => PDO::CASE_UPPER]);
$pool = $pdo->getPool();
$look = function () use ($pdo): string {
    $statement = $pdo->query('SELECT @@autocommit AS autocommit, CONNECTION_ID() AS id');
    Async\suspend();
    $row = $statement->fetch();
    $keys = array_map(fn(int|string $key) => gettype($key) . " $key", array_keys($row));
    return implode(',', $keys) . ' ' . var_export(array_values($row)[0], true);
};
$all = fn() => implode(' | ', array_unique(array_map(Async\await(...), [spawn($look), spawn($look), spawn($look)])));
echo $all(), ', ', counts($pool), "\n";

$pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, false);
echo counts($pool), "\n", $all(), "\n";
$pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
$pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
$pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_NATURAL);
$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, true);
echo $all(), "\n";
// Not connected yet.
$later = $database->pooled();
$later->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
echo counts($later->getPool()), ' ', $later->getAttribute(PDO::ATTR_DEFAULT_FETCH_MODE) === PDO::FETCH_NUM ? 'kept' : 'lost', ' ',
    $later->getAttribute(PDO::ATTR_DRIVER_NAME), ' ', var_export($later->getAttribute(PDO::ATTR_PERSISTENT), true), "\n";
$later->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
echo counts($later->getPool()), "\n";
echo json_encode(await(spawn(fn() => $later->query('SELECT 1')->fetch()))), ' ',
    var_export(await(spawn(fn() => (bool) $later->getAttribute(PDO::ATTR_EMULATE_PREPARES))), true), "\n";

final class Row extends PDOStatement
{
    private function __construct(public readonly string $note) {}
}
$statement = $pdo->query('SELECT 1');
$pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Row::class, ['noted']]);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
echo get_class($statement), ' ', get_class($pdo->query('SELECT 1')), ' ', await(spawn(fn() => $pdo->query('SELECT 1')->note)), ' ',
    var_export(@$statement->execute(['too many']), true), "\n";
echo thrown(fn() => $pdo->setAttribute(PDO::ATTR_ERRMODE, 99)), "\n";
var_dump($pdo->setAttribute(987654, 1));
echo counts($pool), "\n";
--EXPECT--
string AUTOCOMMIT,integer 0,string ID,integer 1 1, 3 connections, 3 idle, 0 active
3 connections, 3 idle, 0 active
integer 0,integer 1 0
string autocommit,string id '1'
0 connections, 0 idle, 0 active kept mysql false
1 connections, 1 idle, 0 active
[1] false
PDOStatement Row noted false
ValueError: Error mode must be one of the PDO::ERRMODE_* constants
bool(false)
3 connections, 2 idle, 1 active
