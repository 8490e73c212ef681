--TEST--
errorCode() and errorInfo() tell of the last call of the coroutine, whatever else used its connection
--DESCRIPTION--
Rules: PP-24, PP-25
Order: independent
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

foreach (['sqlite', 'pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
    $database->makeTable($pdo);
    $pdo->exec("INSERT INTO t (a, b) VALUES (1, 'x')");
    $twice = "INSERT INTO t (a, b) VALUES (1, 'x')";
    $show = function (string $what) use ($pdo): void {
        [$state, $code, $text] = $pdo->errorInfo();
        echo "  $what: {$pdo->errorCode()} ", var_export($state === $pdo->errorCode(), true), ' ', gettype($code), ' ',
            gettype($text), ', ', counts($pdo->getPool()), "\n";
    };
    $show('nothing yet');
    $stock = thrown(fn() => $database->plain()->exec($twice));
    echo '  as without a pool: ', var_export(thrown(fn() => $pdo->exec($twice)) === $stock, true), "\n";
    $show('failed exec');
    await(spawn(function () use ($show, $pdo, $twice): void {
        $show('another coroutine');
        thrown(fn() => $pdo->query('SELECT nonsense FROM nowhere'));
        $show('failed query');
        $pdo->quote('x');
        $show('the next call');
        thrown(fn() => $pdo->query('SELECT nonsense FROM nowhere'));
        thrown(fn() => $pdo->query('SELECT nonsense FROM nowhere'));
        $show('failed twice');
    }));
    $show('the first coroutine');
    $pdo->query('SELECT 1');
    $show('success');

    $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_WARNING);
    $warning = '';
    set_error_handler(function (int $kind, string $text) use (&$warning): bool { $warning = strtok($text, "\n"); return true; });
    $pdo->exec($twice);
    restore_error_handler();
    echo '  warning: ', var_export(str_replace('PDO::exec()', 'PDOException', $warning) === $stock, true), "\n";
    $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
    var_dump($pdo->exec($twice), $pdo->query('SELECT nonsense FROM nowhere'));
    $show('silent');

    $pdo->beginTransaction();
    $pdo->exec($twice);
    $show('in a transaction');
    $pdo->rollBack();
}
--EXPECT--
sqlite
  nothing yet: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  as without a pool: true
  failed exec: 23000 true NULL NULL, 1 connections, 1 idle, 0 active
  another coroutine: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  failed query: HY000 true integer string, 1 connections, 0 idle, 1 active
  the next call: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  failed twice: HY000 true integer string, 1 connections, 0 idle, 1 active
  the first coroutine: 23000 true NULL NULL, 1 connections, 1 idle, 0 active
  success: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  warning: true
bool(false)
bool(false)
  silent: HY000 true integer string, 1 connections, 0 idle, 1 active
  in a transaction: 23000 true integer string, 1 connections, 0 idle, 1 active
pgsql
  nothing yet: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  as without a pool: true
  failed exec: 23505 true NULL NULL, 1 connections, 1 idle, 0 active
  another coroutine: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  failed query: 42P01 true integer string, 1 connections, 0 idle, 1 active
  the next call: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  failed twice: 42P01 true integer string, 1 connections, 0 idle, 1 active
  the first coroutine: 23505 true NULL NULL, 1 connections, 1 idle, 0 active
  success: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  warning: true
bool(false)
bool(false)
  silent: 42P01 true integer string, 1 connections, 0 idle, 1 active
  in a transaction: 23505 true integer string, 1 connections, 0 idle, 1 active
mysql
  nothing yet: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  as without a pool: true
  failed exec: 23000 true NULL NULL, 1 connections, 1 idle, 0 active
  another coroutine: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  failed query: 42S02 true integer string, 1 connections, 0 idle, 1 active
  the next call: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  failed twice: 42S02 true integer string, 1 connections, 0 idle, 1 active
  the first coroutine: 23000 true NULL NULL, 1 connections, 1 idle, 0 active
  success: 00000 true NULL NULL, 1 connections, 1 idle, 0 active
  warning: true
bool(false)
bool(false)
  silent: 42S02 true integer string, 1 connections, 0 idle, 1 active
  in a transaction: 23000 true integer string, 1 connections, 0 idle, 1 active
