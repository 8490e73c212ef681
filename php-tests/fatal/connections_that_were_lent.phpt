--TEST--
PP-11, PP-18, SH-33: after a fatal error shutdown functions may use a PDO pool whose connections ended coroutines had
--DESCRIPTION--
Rules: PP-11, PP-18, SH-33, SH-31
Order: dependent
--EXTENSIONS--
pdo_sqlite
pdo_pgsql
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql') ?? Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
require __DIR__ . '/../lib/child.php';

$script = <<<'PHP'
<?php
use function Async\{await, delay, spawn};

[, $dsn, $user, $sleep, $max, $has, $where] = $argv;
$pdo = new PDO($dsn, $user, '', [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $max]);
register_shutdown_function(function () use ($pdo) {
    $pdo->exec("UPDATE jobs SET state = REPLACE(state, 'n', 'N')");
    echo $pdo->query('SELECT state FROM jobs')->fetchColumn(), "\n";
    // Coroutines of a shutdown function wait for one another, for nothing else.
    $coroutines = array_map(fn() => spawn(fn() => $pdo->query('SELECT 1')->fetchColumn()), range(1, 3));
    echo implode(array_map(await(...), $coroutines)), ', ', $pdo->getPool()->activeCount(), " active\n";
});
$has_it = function () use ($pdo, $has, $sleep) {
    if ($has !== 'a query') {
        $pdo->beginTransaction();
        $pdo->exec("UPDATE jobs SET state = 'running'");
    }
    match ($has) {
        'a transaction' => null,
        'a statement, too' => $statement = $pdo->query('SELECT state FROM jobs'),
        default => $pdo->query("SELECT $sleep"),
    };
    delay(10000);
};
$fails = fn() => str_repeat('x', 1 << 28);
if ($where === 'a coroutine while main has it') {
    spawn(function () use ($fails) { delay(40); $fails(); });
    $has_it();
}
spawn($has_it);
delay(20);
// It waits for a connection if there is one only.
spawn(fn() => $pdo->query("SELECT 1")->fetchAll());
delay(20);
$where === 'main' ? $fails() : await(spawn($fails));
PHP;
foreach (['sqlite', 'pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $plain = $database->plain();
    $plain->exec('CREATE TABLE jobs (state VARCHAR(200))' . ($name === 'mysql' ? ' ENGINE=InnoDB' : ''));
    $plain->exec("INSERT INTO jobs VALUES ('new')");
    foreach (['a transaction', 'a statement, too', ...($name === 'sqlite' ? [] : ['a query', 'a query in a transaction'])] as $has) {
        $seen = [];
        foreach (['main', 'a coroutine', 'a coroutine while main has it'] as $where) {
            foreach ([1, 2] as $max) {
                $plain->exec("UPDATE jobs SET state = 'new'");
                $result = child_php(
                    $script,
                    ['extension' => pdo_extensions($name)],
                    args: [$database->dsn, (string) $database->user,
                        $name === 'sqlite' ? '' : $database->sleep(0.5), (string) $max, $has, $where],
                    seconds: 15,
                );
                $lines = array_filter(explode("\n", $result['out']), fn($line) => $line !== '' && !str_contains($line, 'Allowed memory'));
                $seen[] = "$result[status]: " . implode('; ', $lines);
            }
        }
        echo "  $has: ", implode(' | ', array_unique($seen)), "\n";
    }
}
--EXPECT--
sqlite
  a transaction: 255: New; 111, 0 active
  a statement, too: 255: New; 111, 0 active
pgsql
  a transaction: 255: New; 111, 0 active
  a statement, too: 255: New; 111, 0 active
  a query: 255: New; 111, 0 active
  a query in a transaction: 255: New; 111, 0 active
mysql
  a transaction: 255: New; 111, 0 active
  a statement, too: 255: New; 111, 0 active
  a query: 255: New; 111, 0 active
  a query in a transaction: 255: New; 111, 0 active
