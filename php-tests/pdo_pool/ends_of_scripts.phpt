--TEST--
A script ends in order, however that happens, while coroutines have connections and are inside of queries
--DESCRIPTION--
Rules: PP-12, PP-40, PP-41
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
require __DIR__ . '/../lib/child.php';

$script = <<<'PHP'
<?php
use function Async\{await, delay, spawn};

[, $library, $dsn, $user, $sleep, $how] = $argv;
$pdo = new PDO($dsn, $user, '', [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_STMT_CACHE_SIZE => 3,
    PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 20, PDO::ATTR_EMULATE_PREPARES => false,
]);
$keep = [];
for ($i = 0; $i < 2; $i++) {
    $coroutines[] = spawn(function () use ($pdo, &$keep, $sleep, $i): void {
        $pdo->beginTransaction();
        $keep[] = $statement = $pdo->prepare('SELECT 1');
        $statement->execute();
        $other = $pdo->prepare("SELECT $i");
        $other->execute();
        unset($other);
        $sleep ? $pdo->query("SELECT $sleep") : delay(300);
    });
}
$coroutines[] = spawn(function () use ($pdo): void {
    $first = $pdo->query('SELECT 1');
    $second = $pdo->query('SELECT 2');
    delay(300);
});
$coroutines[] = spawn(fn() => $pdo->query('SELECT 3'));
delay(30);

final class Asks
{
    public function __construct(private PDO $pdo) {}
    public function __destruct() { echo 'destructor: ', $this->pdo->query('SELECT 7')->fetchColumn(), "\n"; }
}
switch ($how) {
    case 'exit':
        exit(3);
    case 'exit in a coroutine':
        spawn(fn() => exit(4));
        delay(300);
    case 'fatal error':
        str_repeat('x', 1 << 28);
    case 'fatal error in a coroutine':
        spawn(fn() => str_repeat('x', 1 << 28));
        delay(300);
    case 'exception':
        throw new LogicException('of main');
    case 'graceful shutdown':
        Async\graceful_shutdown();
        break;
    case 'goes on':
        register_shutdown_function(function () use ($pdo): void {
            $GLOBALS['asks'] = new Asks($pdo);
            echo 'function: ', $pdo->query('SELECT 5')->fetchColumn(), "\n";
            $GLOBALS['statement'] = $pdo->query('SELECT 6');
            $pdo->beginTransaction();
        });
        array_map(fn($coroutine) => $coroutine->cancel(), $coroutines);
        break;
}
echo "end of main\n";
PHP;
$ends = ['exit', 'exit in a coroutine', 'fatal error', 'fatal error in a coroutine', 'exception', 'graceful shutdown', 'goes on'];
foreach (['sqlite', 'pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    foreach ($ends as $how) {
        $result = child_php(
            $script,
            ['extension' => pdo_extensions($name)],
            args: [__DIR__, $database->dsn, (string) $database->user, $name === 'sqlite' ? '' : $database->sleep(0.3), $how],
            seconds: 20,
        );
        // Debug builds tell where memory was asked for.
        $result['out'] = preg_replace('~ at (?:/\S+|file):\d+~', '', $result['out']);
        preg_match_all('/^(?:PHP )?(?:Fatal error: [^(]*|(?:end|function|destructor).*)/m', $result['out'], $lines);
        $others = preg_match('/Warning|Notice|Assertion|leak/i', $result['out']) ? $result['out'] : '';
        echo "  $how: $result[status] ", strtr(implode(', ', array_map(trim(...), $lines[0])), ["\n" => ' ']), "$others\n";
    }
}
--EXPECT--
sqlite
  exit: 3 
  exit in a coroutine: 4 
  fatal error: 255 Fatal error: Allowed memory size of 134217728 bytes exhausted
  fatal error in a coroutine: 255 Fatal error: Allowed memory size of 134217728 bytes exhausted
  exception: 255 Fatal error: Uncaught LogicException: of main in child.php:46 Stack trace: #0 {main}   thrown in child.php on line 46
  graceful shutdown: 0 end of main
  goes on: 0 end of main, function: 5, destructor: 7
pgsql
  exit: 3 
  exit in a coroutine: 4 
  fatal error: 255 Fatal error: Allowed memory size of 134217728 bytes exhausted
  fatal error in a coroutine: 255 Fatal error: Allowed memory size of 134217728 bytes exhausted
  exception: 255 Fatal error: Uncaught LogicException: of main in child.php:46 Stack trace: #0 {main}   thrown in child.php on line 46
  graceful shutdown: 0 end of main
  goes on: 0 end of main, function: 5, destructor: 7
mysql
  exit: 3 
  exit in a coroutine: 4 
  fatal error: 255 Fatal error: Allowed memory size of 134217728 bytes exhausted
  fatal error in a coroutine: 255 Fatal error: Allowed memory size of 134217728 bytes exhausted
  exception: 255 Fatal error: Uncaught LogicException: of main in child.php:46 Stack trace: #0 {main}   thrown in child.php on line 46
  graceful shutdown: 0 end of main
  goes on: 0 end of main, function: 5, destructor: 7
