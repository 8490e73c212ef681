--TEST--
The attributes of pools are constants of PDO; the constructor corrects their values and refuses what cannot be pooled
--DESCRIPTION--
Rules: PP-1, PP-2, PP-3, PP-6, PP-7
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

$names = ['ENABLED', 'MIN', 'MAX', 'HEALTHCHECK_INTERVAL', 'STMT_CACHE_SIZE'];
$numbers = array_map(fn(string $name) => constant("PDO::ATTR_POOL_$name"), $names);
$taken = array_filter(
    (new ReflectionClass(PDO::class))->getConstants(),
    fn(mixed $value, string $name) => str_starts_with($name, 'ATTR_') && $value < 1000 && !str_starts_with($name, 'ATTR_POOL_'),
    ARRAY_FILTER_USE_BOTH,
);
echo 'behind those of PDO: ', var_export($numbers === range(max($taken) + 1, max($taken) + 5), true), "\n";

$database = Database::start('sqlite');
$show = function (string $title, PDO $pdo): void {
    $values = array_map(fn(int $attribute) => var_export($pdo->getAttribute($attribute), true), [
        PDO::ATTR_POOL_ENABLED, PDO::ATTR_POOL_MIN, PDO::ATTR_POOL_MAX, PDO::ATTR_POOL_STMT_CACHE_SIZE,
    ]);
    echo "$title: ", implode(' ', $values), ', ', $pdo->getPool() === null ? 'no pool' : counts($pdo->getPool()), "\n";
};
$show('not mentioned', $database->plain());
$show('switched off', $database->plain([PDO::ATTR_POOL_ENABLED => false, PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_MAX => 3]));
$show('without the switch', $database->plain([PDO::ATTR_POOL_MIN => 2]));
$show('defaults', $database->pooled());
$show('a number switches it on', $database->plain([PDO::ATTR_POOL_ENABLED => 1]));
$show('too small', $database->pooled([PDO::ATTR_POOL_MIN => -1, PDO::ATTR_POOL_MAX => 0, PDO::ATTR_POOL_STMT_CACHE_SIZE => -1]));
$show('max below min', $database->pooled([PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 7]));

foreach (['pooled' => $database->pooled(), 'plain' => $database->plain()] as $kind => $pdo) {
    echo "$kind: ", thrown(fn() => $pdo->getAttribute(PDO::ATTR_POOL_HEALTHCHECK_INTERVAL)), ' ', $pdo->errorCode(), "\n";
    $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_WARNING);
    var_dump(@$pdo->getAttribute(PDO::ATTR_POOL_HEALTHCHECK_INTERVAL));
    echo error_get_last()['message'], "\n";
    var_dump($pdo->setAttribute(PDO::ATTR_POOL_MAX, 5));
}

$pdo = $database->pooled();
var_dump($pdo->getPool() instanceof Async\Pool, $pdo->getPool() === $pdo->getPool());
echo thrown(fn() => $database->pooled([PDO::ATTR_PERSISTENT => true])), "\n";
echo thrown(fn() => $database->pooled([PDO::ATTR_PERSISTENT => 'name'])), "\n";
echo thrown(fn() => $database->pooled([PDO::ATTR_PERSISTENT => false])), "\n";
echo thrown(fn() => new PDO('unheard:of', null, null, [PDO::ATTR_POOL_ENABLED => true])), "\n";
echo thrown(fn() => new PDO('nothing', null, null, [PDO::ATTR_POOL_ENABLED => true])), "\n";
echo thrown(fn() => new PDO([], null, null, [PDO::ATTR_POOL_ENABLED => true])), "\n";
echo thrown(fn() => $pdo->__construct('sqlite::memory:')), "\n";
echo thrown(fn() => $pdo->__construct($database->dsn, null, null, [PDO::ATTR_POOL_ENABLED => true])), "\n";
echo thrown(fn() => $pdo->getPool(1)), "\n";
echo thrown(fn() => (new ReflectionClass(PDO::class))->newInstanceWithoutConstructor()->getPool()), "\n";
--EXPECT--
behind those of PDO: true
not mentioned: false false false false, no pool
switched off: false false false false, no pool
without the switch: false false false false, no pool
defaults: true 0 10 0, 0 connections, 0 idle, 0 active
a number switches it on: true 0 10 0, 0 connections, 0 idle, 0 active
too small: true 0 1 0, 0 connections, 0 idle, 0 active
max below min: true 2 2 7, 2 connections, 2 idle, 0 active
pooled: PDOException: SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_HEALTHCHECK_INTERVAL is a construction-only attribute and cannot be read at runtime IM001
bool(false)
PDO::getAttribute(): SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_HEALTHCHECK_INTERVAL is a construction-only attribute and cannot be read at runtime
bool(false)
plain: PDOException: SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_HEALTHCHECK_INTERVAL is a construction-only attribute and cannot be read at runtime IM001
bool(false)
PDO::getAttribute(): SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_HEALTHCHECK_INTERVAL is a construction-only attribute and cannot be read at runtime
bool(false)
bool(true)
bool(true)
PDOException: PDO::ATTR_POOL_ENABLED cannot be used with PDO::ATTR_PERSISTENT
PDOException: PDO::ATTR_POOL_ENABLED cannot be used with PDO::ATTR_PERSISTENT
nothing
PDOException: could not find driver
PDOException: PDO::__construct(): Argument #1 ($dsn) must be a valid data source name
TypeError: PDO::__construct(): Argument #1 ($dsn) must be of type string, array given
Error: PDO object is already initialized
Error: PDO object is already initialized
ArgumentCountError: PDO::getPool() expects exactly 0 arguments, 1 given
nothing
