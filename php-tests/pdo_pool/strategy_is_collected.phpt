--TEST--
PP-40: a strategy that refers to the pool is collected with it; statements and transactions that outlive it do not call it
--DESCRIPTION--
Rules: PP-40
Order: independent
--FILE--
<?php
use Async\CircuitBreakerStrategy;

require __DIR__ . '/../lib/temporary.php';

class Strategy implements CircuitBreakerStrategy
{
    private array $own = [1, 2, 3];
    public function __construct(private PDO $pool) {}
    public function reportSuccess(mixed $source): void { echo 'success ', count($this->own), "\n"; }
    public function reportFailure(mixed $source, Throwable $error): void { echo "failure\n"; }
    public function shouldRecover(): bool { return true; }
    public function __destruct() { echo "the strategy is gone\n"; }
}

$directory = temporary_directory('strategy');
foreach (['statement', 'transaction'] as $what) {
    echo "-- a $what\n";
    $pool = new PDO("sqlite:$directory/$what", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    $pool->exec('CREATE TABLE t (a)');
    $pool->getPool()->setCircuitBreakerStrategy(new Strategy($pool));
    if ($what === 'statement') {
        $statement = $pool->query('SELECT 1');
    } else {
        $pool->beginTransaction();
        $pool->exec('INSERT INTO t VALUES (1)');
    }
    $pool = null;
    gc_collect_cycles();
    $statement = null;
}
echo "-- a connection of a pool is none that can be constructed\n";
$pool = new PDO("sqlite:$directory/third", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$connection = $pool->getPool()->acquire();
try {
    $connection->__construct('sqlite::memory:');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
-- a statement
the strategy is gone
-- a transaction
the strategy is gone
-- a connection of a pool is none that can be constructed
PDO object is already initialized
