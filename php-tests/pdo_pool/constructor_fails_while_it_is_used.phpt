--TEST--
PP-4: others may use a pool's object that its constructor has made known; when that fails, their calls end, and it has no pool
--DESCRIPTION--
Rules: PP-4
Order: independent
--FILE--
<?php
use function Async\{await, delay, spawn};

final class Connection extends PDO
{
    public static ?Connection $known;

    public function __construct(string $source, array $options)
    {
        self::$known = $this;
        parent::__construct($source, null, null, $options);
    }
}
final class Statement extends PDOStatement
{
}
$file = __DIR__ . '/constructor_fails_while_it_is_used.db';
/* PHP 8.4 has another text. */
$message = fn($e) => str_contains($e->getMessage(), 'initialized') ? 'not initialized' : $e->getMessage();

foreach ([
    'setAttribute' => fn($pdo, $class) => $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [$class]),
    'setAttribute of connections' => fn($pdo) => $pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM),
    'query' => fn($pdo) => $pdo->query('SELECT 1')->fetchColumn(),
    'a function that waits' => function ($pdo) {
        $pdo->sqliteCreateFunction('wait', fn() => delay(60) ?? 7);
        return $pdo->query('SELECT wait()')->fetchColumn();
    },
    'transaction' => function ($pdo) {
        $pdo->beginTransaction();
        delay(60);
        return $pdo->commit();
    },
    'getPool' => fn($pdo) => get_class($pdo->getPool()),
] as $name => $use) {
    $loads = 0;
    $class = 'Statement' . md5($name);
    spl_autoload_register($load = function ($asked) use (&$loads, $class) {
        if ($asked !== $class) {
            return;
        }
        if ($loads++) {
            delay(60);
            class_alias(Statement::class, $class);
        } else {
            delay(20);
            throw new Exception('cannot be loaded');
        }
    });
    $options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_STATEMENT_CLASS => [$class]];
    $constructs = spawn(fn() => new Connection("sqlite:$file", $options));
    $uses = spawn(function () use ($use, $class) {
        delay(5);
        return $use(Connection::$known, $class);
    });
    foreach (['constructor' => $constructs, $name => $uses] as $part => $coroutine) {
        try {
            $end = json_encode(await($coroutine));
        } catch (Throwable $e) {
            $end = $message($e);
        }
        echo "$part: $end\n";
    }
    try {
        Connection::$known->query('SELECT 1');
    } catch (Error $e) {
        echo $message($e), "\n\n";
    }
    spl_autoload_unregister($load);
    Connection::$known = null;
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/constructor_fails_while_it_is_used.db');
?>
--EXPECT--
constructor: PDO::ATTR_STATEMENT_CLASS class must be a valid class
setAttribute: true
not initialized

constructor: PDO::ATTR_STATEMENT_CLASS class must be a valid class
setAttribute of connections: true
not initialized

constructor: PDO::ATTR_STATEMENT_CLASS class must be a valid class
query: 1
not initialized

constructor: PDO::ATTR_STATEMENT_CLASS class must be a valid class
a function that waits: 7
not initialized

constructor: PDO::ATTR_STATEMENT_CLASS class must be a valid class
transaction: not initialized
not initialized

constructor: PDO::ATTR_STATEMENT_CLASS class must be a valid class
getPool: "Async\\Pool"
not initialized
