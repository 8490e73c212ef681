--TEST--
A query or a connect of a pooled PDO that is cancelled throws the cancellation; the connection is not used again
--DESCRIPTION--
Rules: io CX-5, io FW-1, io DB-4, PP-27, PP-29
Order: dependent
--EXTENSIONS--
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
?>
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/pdo_pool.php';

$pdo = Database::start('pgsql')->pooled();
$query = fn() => $pdo->query('SELECT pg_backend_pid(), pg_sleep(600)');
$first = $pdo->query('SELECT pg_backend_pid()')->fetchColumn();
foreach (['query' => $query, 'statement' => fn() => $pdo->prepare('SELECT pg_sleep(600)')->execute()] as $what => $call) {
    $coroutine = spawn($call);
    delay(20);
    $coroutine->cancel();
    try {
        await($coroutine);
    } catch (Throwable $e) {
        echo "$what: ", get_class($e), "\n";
    }
    var_dump((int) $pdo->query('SELECT 7')->fetchColumn());
}
var_dump($pdo->query('SELECT pg_backend_pid()')->fetchColumn() === $first);
--EXPECT--
query: Async\AsyncCancellation
int(7)
statement: Async\AsyncCancellation
int(7)
bool(false)
