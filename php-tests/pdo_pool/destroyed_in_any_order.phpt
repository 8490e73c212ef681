--TEST--
A pool ends with its PDO object: idle connections at once, lent ones when they are not needed any more
--DESCRIPTION--
Rules: PP-40
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

use function Async\{await, delay, spawn, suspend};

foreach (['pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $admin = $database->plain();
    $alive = function (int $wanted) use ($database, $admin): int {
        // The server takes its time to notice.
        for ($i = 0; $i < 500; $i++) {
            $count = (int) $admin->query($database->name === 'pgsql'
                ? "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                : 'SELECT count(*) FROM information_schema.PROCESSLIST WHERE USER <> \'system user\'')->fetchColumn() - 1;
            if ($count === $wanted) {
                break;
            }
            usleep(1000);
        }
        return $count;
    };
    $pdo = $database->pooled([PDO::ATTR_POOL_MIN => 3]);
    echo '  idle: ', $alive(3), ' ';
    unset($pdo);
    echo $alive(0), "\n";

    // A statement is left, and fetches what it has.
    $pdo = $database->pooled([PDO::ATTR_POOL_MIN => 2]);
    $pool = $pdo->getPool();
    $statement = $pdo->query('SELECT 5');
    unset($pdo);
    echo '  statement: ', $alive(1), ' ', $statement->fetchColumn(), ' ', var_export($pool->isClosed(), true), ' ', counts($pool);
    unset($statement);
    echo ', ', $alive(0), ' ', counts($pool), "\n";

    // Prepared statements go on.
    $pdo = $database->pooled([PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 3]);
    $pdo->query('SELECT 1');
    $statement = $pdo->prepare('SELECT 7');
    $pdo = null;
    $statement->execute();
    echo '  prepared: ', $statement->fetchColumn(), ' ';
    $statement = null;
    echo $alive(0), "\n";

    // Coroutines inside a query, in a transaction, waiting for a connection.
    $pdo = new WeakReferenceHolder($database->pooled([PDO::ATTR_POOL_MAX => 2]));
    $inside = spawn(function () use ($pdo, $database): string {
        $copy = $pdo->get();
        $statement = $copy->prepare("SELECT {$database->sleep(0.05)}, 6");
        unset($copy);
        $statement->execute();
        return (string) $statement->fetchColumn(1);
    });
    $transaction = spawn(function () use ($pdo): string {
        $pdo->get()->beginTransaction();
        delay(20);
        return $pdo->get() === null ? 'gone' : 'there';
    });
    delay(10);
    $pdo->drop();
    echo '  inside: ', await($inside), ' ', await($transaction), ', ';
    unset($inside, $transaction);
    echo $alive(0), "\n";

    // An exception in flight is preserved.
    echo '  exception: ', thrown(function () use ($database): void {
        $pdo = $database->pooled([PDO::ATTR_POOL_MIN => 1]);
        $statement = $pdo->query('SELECT 1');
        throw new LogicException('in flight');
    }), ', ', $alive(0), "\n";

    // By the collector.
    (function () use ($database): void {
        $cycle = new stdClass();
        $cycle->pdo = $database->pooled([PDO::ATTR_POOL_MIN => 1, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
        $cycle->pool = $cycle->pdo->getPool();
        $cycle->pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Held::class, [$cycle]]);
        $cycle->statement = $cycle->pdo->query('SELECT 1');
        $cycle->other = $cycle->pdo->prepare('SELECT 2');
    })();
    echo '  cycle: ', $alive(1), ' ';
    gc_collect_cycles();
    suspend();
    echo $alive(0), "\n";
}

final class Held extends PDOStatement
{
    private function __construct(public readonly object $with) {}
}

final class WeakReferenceHolder
{
    public function __construct(private ?PDO $pdo) {}
    public function get(): ?PDO { return $this->pdo; }
    public function drop(): void { $this->pdo = null; }
}
--EXPECT--
pgsql
  idle: 3 0
  statement: 1 5 true 1 connections, 0 idle, 1 active, 0 0 connections, 0 idle, 0 active
  prepared: 7 0
  inside: 6 gone, 0
  exception: LogicException: in flight, 0
  cycle: 1 0
mysql
  idle: 3 0
  statement: 1 5 true 1 connections, 0 idle, 1 active, 0 0 connections, 0 idle, 0 active
  prepared: 7 0
  inside: 6 gone, 0
  exception: LogicException: in flight, 0
  cycle: 1 0
