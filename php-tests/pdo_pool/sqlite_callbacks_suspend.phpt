--TEST--
Functions, aggregates and collations of sqlite may suspend, query the pool, throw and be cancelled
--DESCRIPTION--
Rules: PP-8, PP-26, PP-44
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, delay, spawn, suspend};

$database = Database::start('sqlite');
$database->makeTable($database->plain());
$database->plain()->exec("INSERT INTO t (b) VALUES ('c'), ('b'), ('a')");
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 3]);
$pdo->sqliteCreateFunction('slowly', function (int $a): int { delay(1); return 2 * $a; });
$pdo->sqliteCreateFunction('nested', function (int $a) use ($pdo): int {
    suspend();
    return $a + $pdo->query('SELECT 100')->fetchColumn();
});
$pdo->sqliteCreateFunction('throws', function (int $a): int { suspend(); throw new LogicException("thrown $a"); });
$pdo->sqliteCreateFunction('endless', function (): int {
    while (true) {
        suspend();
    }
});
$pdo->sqliteCreateAggregate('together', function (?int $all, int $row, int $a): int {
    suspend();
    return $all + $a;
}, function (int $all, int $rows): int {
    delay(1);
    return $all;
});
$pdo->sqliteCreateCollation('compared', function (string $a, string $b): int { suspend(); return strcmp($a, $b); });
$ask = fn(int $number) => implode(' ', [
    $pdo->query("SELECT slowly($number)")->fetchColumn(),
    $pdo->query("SELECT nested($number)")->fetchColumn(),
    thrown(fn() => $pdo->query("SELECT throws($number)")),
    $pdo->query('SELECT together(a) FROM t')->fetchColumn(),
    implode($pdo->query('SELECT b FROM t ORDER BY b COLLATE compared')->fetchAll(PDO::FETCH_COLUMN)),
]);
foreach (array_map(fn(int $number) => spawn($ask, $number), range(1, 5)) as $coroutine) {
    echo await($coroutine), "\n";
}
echo $pdo->getPool()->activeCount(), " in use\n";

$coroutine = spawn(fn() => $pdo->query('SELECT endless()'));
while ($pdo->getPool()->activeCount() === 0) {
    suspend();
}
$before = $pdo->getPool()->count();
$coroutine->cancel();
echo strtok(thrown(fn() => await($coroutine)), ':'), ', ', $before - $pdo->getPool()->count(), " connection less\n";
echo $ask(6), "\n";
--EXPECT--
2 101 LogicException: thrown 1 6 abc
4 102 LogicException: thrown 2 6 abc
6 103 LogicException: thrown 3 6 abc
8 104 LogicException: thrown 4 6 abc
10 105 LogicException: thrown 5 6 abc
0 in use
Async\AsyncCancellation, 1 connection less
12 106 LogicException: thrown 6 6 abc
