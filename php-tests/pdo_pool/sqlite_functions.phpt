--TEST--
Functions, aggregates and collations are registered for all connections to sqlite, before the first is used
--DESCRIPTION--
Rules: PP-44, PP-45, PP-46, PP-53
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

$database = Database::start('sqlite');
$own = class_exists('Pdo\Sqlite', false);
$name = fn(string $method) => $own ? $method : 'sqlite' . ucfirst($method);
$make = fn(array $options = []) => $own
    ? PDO::connect($database->dsn, options: $options + [PDO::ATTR_POOL_ENABLED => true])
    : $database->pooled($options);

$pdo = $make([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_MIN => 2]);
[$function, $aggregate, $collation] = [$name('createFunction'), $name('createAggregate'), $name('createCollation')];
var_dump($pdo->$function('twice', fn(int $a) => 2 * $a, 1, PDO::SQLITE_DETERMINISTIC));
var_dump($pdo->$function('twice', fn(int $a, int $b) => 2 * ($a + $b), 2));
var_dump($pdo->$function('any', fn(int ...$a) => count($a)));
var_dump($pdo->$aggregate('together', fn(?string $all, int $row, int $a) => "$all$a", fn(?string $all, int $rows) => "$all of $rows", 1));
var_dump($pdo->$collation('backwards', fn(string $a, string $b) => strcmp($b, $a)));
echo counts($pdo->getPool()), "\n";
echo thrown(fn() => $pdo->$function('twice', strtoupper(...), 1)), "\n";
echo thrown(fn() => $pdo->$aggregate('twice', strtoupper(...), strtoupper(...), 2)), "\n";
echo thrown(fn() => $pdo->$collation('backwards', strcmp(...))), "\n";
echo strtok(thrown(fn() => $pdo->$function('bad', 'no such function')), ':'), "\n";
echo strstr(thrown(fn() => $pdo->$function('few')), 'expects'), "\n";

$ready = 0;
$ask = function () use ($pdo, &$ready): string {
    $statement = $pdo->query("SELECT twice(4), twice(1, 2), any(1, 2, 3), (SELECT together(a) FROM (SELECT 1 AS a UNION SELECT 2)),
        (SELECT group_concat(a, '') FROM (SELECT 'a' AS a UNION SELECT 'b' UNION SELECT 'c' ORDER BY a COLLATE backwards))");
    for ($ready++; $ready < 3; suspend());
    return implode(' ', $statement->fetch(PDO::FETCH_NUM));
};
foreach (array_map(Async\await(...), [spawn($ask), spawn($ask), spawn($ask)]) as $answer) {
    echo $answer, "\n";
}
echo counts($pdo->getPool()), "\n";
echo thrown(fn() => $pdo->$function('late', strtoupper(...))), "\n";
echo thrown(fn() => $pdo->$aggregate('late', strtoupper(...), strtoupper(...))), "\n";
echo thrown(fn() => $pdo->$collation('late', strcmp(...))), "\n";
foreach ($own ? ['setAuthorizer' => [null], 'openBlob' => ['t', 'a', 1], 'loadExtension' => ['x']] : [] as $method => $arguments) {
    if (!method_exists($pdo, $method)) {
        continue;
    }
    $expected = "PDOException: PDO_SQLite: $method() is not yet supported when PDO::ATTR_POOL_ENABLED is set";
    echo thrown(fn() => $pdo->$method(...$arguments)) === $expected ? '' : "$method\n";
}
// A callback that fails, and one that holds the pool.
$pdo = $make();
$pdo->$function('fails', fn() => throw new LogicException('of the callback'));
$pdo->$function('nested', fn() => $pdo->query('SELECT 5')->fetchColumn());
echo thrown(fn() => $pdo->query('SELECT fails()')), "\n";
echo $pdo->query('SELECT nested()')->fetchColumn(), ', ', counts($pdo->getPool()), "\n";
unset($pdo);
gc_collect_cycles();
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
2 connections, 2 idle, 0 active
PDOException: PDO_SQLite: function "twice" with 1 argument(s) is already registered on the pool template
PDOException: PDO_SQLite: function "twice" with 2 argument(s) is already registered on the pool template
PDOException: PDO_SQLite: collation "backwards" is already registered on the pool template
TypeError
expects at least 2 arguments, 1 given
8 6 3 12 of 3 cba
8 6 3 12 of 3 cba
8 6 3 12 of 3 cba
3 connections, 3 idle, 0 active
PDOException: PDO_SQLite: cannot register function "late" after the pool has acquired its first connection — register all UDFs/collations before any query/exec/prepare on the pooled handle
PDOException: PDO_SQLite: cannot register function "late" after the pool has acquired its first connection — register all UDFs/collations before any query/exec/prepare on the pooled handle
PDOException: PDO_SQLite: cannot register collation "late" after the pool has acquired its first connection — register all UDFs/collations before any query/exec/prepare on the pooled handle
LogicException: of the callback
5, 1 connections, 1 idle, 0 active
