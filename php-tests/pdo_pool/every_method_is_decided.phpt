--TEST--
Every method of PDO and of its drivers does on a pooled object what was decided for it
--DESCRIPTION--
Rules: PP-8, PP-13, PP-42, PP-46, PP-53
Order: dependent
--EXTENSIONS--
pdo_sqlite
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

use function Async\{await, spawn};

$file = temporary_directory() . '/rows';
// By class: what a call gives, and what is left of it when it has returned. A method that is not here fails the test.
$decided = [
    'PDO' => [
        '__construct' => fn(PDO $pdo) => str_contains(thrown(fn() => $pdo->__construct('sqlite::memory:')), 'is already initialized'),
        'beginTransaction' => fn(PDO $pdo) => $pdo->beginTransaction() && $pdo->getPool()->activeCount() === 1,
        'commit' => fn(PDO $pdo) => thrown(fn() => $pdo->commit()) === 'PDOException: There is no active transaction',
        'connect' => fn(PDO $pdo) => $pdo::connect($GLOBALS['database']->dsn, $GLOBALS['database']->user)->getPool() === null,
        'errorCode' => fn(PDO $pdo) => $pdo->errorCode() === '00000' && $pdo->getPool()->count() === 0,
        'errorInfo' => fn(PDO $pdo) => $pdo->errorInfo() === ['00000', null, null] && $pdo->getPool()->count() === 0,
        'exec' => fn(PDO $pdo) => $pdo->exec("INSERT INTO t (b) VALUES ('x')") === 1 && $pdo->getPool()->idleCount() === 1,
        'getAttribute' => fn(PDO $pdo) => is_string($pdo->getAttribute(PDO::ATTR_CLIENT_VERSION)),
        'getAvailableDrivers' => fn(PDO $pdo) => in_array($GLOBALS['database']->name, $pdo->getAvailableDrivers(), true),
        'getPool' => fn(PDO $pdo) => $pdo->getPool() instanceof Async\Pool,
        'inTransaction' => fn(PDO $pdo) => !$pdo->inTransaction() && $pdo->getPool()->count() === 0,
        'lastInsertId' => fn(PDO $pdo) => $pdo->lastInsertId() === false && $pdo->getPool()->count() === 0,
        'prepare' => fn(PDO $pdo) => $pdo->prepare('SELECT 1') instanceof PDOStatement,
        'query' => fn(PDO $pdo) => (int) $pdo->query('SELECT 1')->fetchColumn() === 1 && $pdo->getPool()->idleCount() === 1,
        'quote' => fn(PDO $pdo) => $pdo->quote("x") === "'x'" && $pdo->getPool()->idleCount() === 1,
        'rollBack' => fn(PDO $pdo) => thrown(fn() => $pdo->rollBack()) === 'PDOException: There is no active transaction',
        'setAttribute' => fn(PDO $pdo) => $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_LOWER),
    ],
    'Pdo\Mysql' => [
        'getWarningCount' => fn(PDO $pdo) => $pdo->getWarningCount() === 0 && $pdo->getPool()->count() === 0
            && ($statement = $pdo->query('SELECT 1 / 0')) && $pdo->getWarningCount() === 1,
    ],
    'Pdo\Sqlite' => [
        'createAggregate' => fn(PDO $pdo) => $pdo->createAggregate('a', fn() => 1, fn() => 2),
        'createCollation' => fn(PDO $pdo) => $pdo->createCollation('a', strcmp(...)),
        'createFunction' => fn(PDO $pdo) => $pdo->createFunction('a', fn() => 7) && $pdo->query('SELECT a()')->fetchColumn() === 7,
        'loadExtension' => fn(PDO $pdo) => str_contains(thrown(fn() => $pdo->loadExtension('x')), 'loadExtension() is not yet supported'),
        'openBlob' => fn(PDO $pdo) => str_contains(thrown(fn() => $pdo->openBlob('t', 'b', 1)), 'openBlob() is not yet supported'),
        'setAuthorizer' => fn(PDO $pdo) => str_contains(thrown(fn() => $pdo->setAuthorizer(null)), 'setAuthorizer() is not yet supported'),
    ],
    'Pdo\Pgsql' => [
        'copyFromArray' => fn(PDO $pdo) => $pdo->copyFromArray('t', ["8\tx"]) && $pdo->getPool()->idleCount() === 1,
        'copyFromFile' => fn(PDO $pdo) => file_put_contents($file, "9\tx\n") && $pdo->copyFromFile('t', $file),
        'copyToArray' => fn(PDO $pdo) => count($pdo->copyToArray('t')) > 0 && $pdo->getPool()->idleCount() === 1,
        'copyToFile' => fn(PDO $pdo) => $pdo->copyToFile('t', $file) && filesize($file) > 0,
        'escapeIdentifier' => fn(PDO $pdo) => $pdo->escapeIdentifier('a b') === '"a b"',
        'getNotify' => fn(PDO $pdo) => $pdo->exec('LISTEN news') === 0 && $pdo->exec("NOTIFY news, 'x'") === 0
            && $pdo->getNotify(PDO::FETCH_NUM, 1000)[0] === 'news',
        'getPid' => fn(PDO $pdo) => $pdo->getPid() === $pdo->query('SELECT pg_backend_pid()')->fetchColumn(),
        'lobCreate' => fn(PDO $pdo) => $pdo->beginTransaction() && is_string($pdo->lobCreate()),
        'lobOpen' => function (PDO $pdo): bool {
            $pdo->beginTransaction();
            $oid = $pdo->lobCreate();
            fwrite($stream = $pdo->lobOpen($oid, 'wb'), 'written');
            fclose($stream);
            return stream_get_contents($pdo->lobOpen($oid)) === 'written';
        },
        'lobUnlink' => fn(PDO $pdo) => $pdo->beginTransaction() && $pdo->lobUnlink($pdo->lobCreate()),
        'setNoticeCallback' => function (PDO $pdo): bool {
            // The connection is used by nothing else afterwards.
            $pdo->setNoticeCallback(fn(string $text) => null);
            return $pdo->getPool()->activeCount() === 1;
        },
    ],
];
// What a driver gives to an object of PDO itself no reflection shows.
$of_objects = ['pgsql' => [
    'pgsqlCopyFromArray' => fn(PDO $pdo) => $pdo->pgsqlCopyFromArray('t', ["10\tx"]),
    'pgsqlCopyFromFile' => fn(PDO $pdo) => file_put_contents($file, "11\tx\n") && $pdo->pgsqlCopyFromFile('t', $file),
    'pgsqlCopyToArray' => fn(PDO $pdo) => count($pdo->pgsqlCopyToArray('t')) > 0,
    'pgsqlCopyToFile' => fn(PDO $pdo) => $pdo->pgsqlCopyToFile('t', $file) && filesize($file) > 0,
    'pgsqlGetNotify' => fn(PDO $pdo) => $pdo->exec('LISTEN news') === 0 && $pdo->exec("NOTIFY news, 'x'") === 0
        && $pdo->pgsqlGetNotify(PDO::FETCH_NUM, 1000)[0] === 'news',
    'pgsqlGetPid' => fn(PDO $pdo) => $pdo->pgsqlGetPid() === $pdo->query('SELECT pg_backend_pid()')->fetchColumn(),
    'pgsqlLOBCreate' => fn(PDO $pdo) => $pdo->beginTransaction() && is_string($pdo->pgsqlLOBCreate()),
    'pgsqlLOBOpen' => function (PDO $pdo): bool {
        $pdo->beginTransaction();
        $oid = $pdo->pgsqlLOBCreate();
        fwrite($stream = $pdo->pgsqlLOBOpen($oid, 'wb'), 'written');
        fclose($stream);
        return stream_get_contents($pdo->pgsqlLOBOpen($oid)) === 'written';
    },
    'pgsqlLOBUnlink' => fn(PDO $pdo) => $pdo->beginTransaction() && $pdo->pgsqlLOBUnlink($pdo->pgsqlLOBCreate()),
], 'sqlite' => [
    'sqliteCreateAggregate' => fn(PDO $pdo) => $pdo->sqliteCreateAggregate('a', fn() => 1, fn() => 2),
    'sqliteCreateCollation' => fn(PDO $pdo) => $pdo->sqliteCreateCollation('a', strcmp(...)),
    'sqliteCreateFunction' => fn(PDO $pdo) => $pdo->sqliteCreateFunction('a', fn() => 7)
        && $pdo->query('SELECT a()')->fetchColumn() === 7,
]];

foreach (['sqlite', 'pgsql', 'mysql'] as $name) {
    $database = Database::start($name);
    $database->makeTable($database->plain());
    $make = fn() => PHP_VERSION_ID >= 80400
        ? PDO::connect($database->dsn, $database->user, '', [PDO::ATTR_POOL_ENABLED => true])
        : $database->pooled();
    $wrong = [];
    $try = function (PDO $pdo, string $method, ?Closure $call) use (&$wrong): void {
        $result = $call === null ? 'no decision' : await(spawn(function () use ($call, $pdo): bool|string {
            try {
                return $call($pdo);
            } catch (Throwable $e) {
                return get_class($e) . ': ' . $e->getMessage();
            }
        }));
        $pool = $pdo->getPool();
        if ($result !== true || $pool->activeCount() !== 0) {
            $wrong[] = "$method: " . var_export($result, true) . ', ' . counts($pool);
        }
    };
    foreach ((new ReflectionObject($make()))->getMethods() as $method) {
        $try($make(), $method->name, $decided[$method->class][$method->name] ?? null);
    }
    foreach ($of_objects[$name] ?? [] as $method => $call) {
        $try($database->pooled(), $method, $call);
    }
    echo "$name: ", implode("\n", $wrong) ?: 'as decided', "\n";
    // What only a connection has is not on the object of another driver.
    echo preg_replace('/ \S+::/', ' ', thrown(fn() => $make()->nonsense())), "\n";
}
--EXPECT--
sqlite: as decided
Error: Call to undefined method nonsense()
pgsql: as decided
Error: Call to undefined method nonsense()
mysql: as decided
Error: Call to undefined method nonsense()
