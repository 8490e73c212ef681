--TEST--
A connection without a pool: only the coroutine waits that calls, everything else is as in plain PHP
--DESCRIPTION--
Rules: PP-47, PP-48, PP-49, PP-50, PP-51, PP-52
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

use function Async\{await, await_all, delay, spawn, suspend};

foreach (['pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $main = $database->plain();
    $database->makeTable($main);
    $id = $main->query("SELECT {$database->id()}")->fetchColumn();
    // Others run while one waits.
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks): void {
        while (true) {
            delay(1);
            $ticks++;
        }
    });
    $run = function (string $what, Closure $call) use (&$ticks): void {
        $before = $ticks;
        $call();
        echo "  $what: ", $ticks > $before ? 'others ran' : 'nobody ran', "\n";
    };
    $run('query', fn() => $main->query("SELECT {$database->sleep(0.05)}")->fetchAll());
    $run('statement', function () use ($main, $database): void {
        $main->prepare("SELECT {$database->sleep(0.05)}")->execute();
    });
    // Made in the main flow, used in a coroutine: the same connection.
    echo '  ', await(spawn(fn() => $main->query("SELECT {$database->id()}")->fetchColumn())) === $id ? 'same connection' : 'another', "\n";
    if ($name === 'pgsql') {
        $copy = PHP_VERSION_ID < 80400 ? 'pgsqlCopyFromArray' : 'pgsqlCopyFromArray';
        var_dump($main->$copy('t', ["5\tx", "6\ty"]));
        $unbuffered = $main->prepare('SELECT a FROM t ORDER BY a', defined('PDO::ATTR_PREFETCH') ? [PDO::ATTR_PREFETCH => 0] : []);
        $unbuffered->execute();
        echo '  ', $unbuffered->fetchColumn(), ' then ', $main->query('SELECT 9')->fetchColumn(), "\n";
        $unbuffered = null;
    }
    // Warnings of others stay warnings while another coroutine connects (PP-51).
    $warnings = [];
    set_error_handler(function (int $kind, string $text) use (&$warnings): bool { $warnings[] = $text; return true; });
    $connecting = [];
    for ($i = 0; $i < 5; $i++) {
        $connecting[] = spawn(fn() => $database->plain()->query('SELECT 3')->fetchColumn());
    }
    $warn = spawn(function (): string {
        for ($i = 0; $i < 20; $i++) {
            trigger_error('mine', E_USER_WARNING);
            $nothing = [];
            $nothing['x'];
            suspend();
        }
        return 'went on';
    });
    echo '  ', implode(',', array_map(Async\await(...), $connecting)), ' ', await($warn), ' ', count($warnings), "\n";
    restore_error_handler();
    // Cancelled while it queries, before and while it connects.
    $querying = spawn(fn() => $database->plain()->query("SELECT {$database->sleep(30)}"));
    delay(30);
    $querying->cancel();
    echo '  ', strtok(thrown(fn() => await($querying)), ':'), "\n";
    $connecting = spawn(fn() => $database->plain());
    $connecting->cancel();
    echo '  ', strtok(thrown(fn() => await($connecting)), ':'), "\n";
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    [$host, $port] = explode(':', stream_socket_get_name($listener, false));
    $connecting = spawn(fn() => new PDO("$name:host=$host;port=$port", 'a', 'b'));
    delay(10);
    $connecting->cancel();
    echo '  ', strtok(thrown(fn() => await($connecting)), ':'), "\n";
    // Persistent ones wait as well, and ordinary ones beside them.
    $run('persistent', function () use ($database): void {
        $ask = fn(array $options) => spawn(function () use ($database, $options): int {
            return (int) $database->plain($options)->query("SELECT {$database->sleep(0.03)}, 4")->fetchColumn(1);
        });
        echo '  ', implode(',', array_map(Async\await(...), [$ask([PDO::ATTR_PERSISTENT => true]), $ask([])])), "\n";
    });
    // Closed promptly.
    $left = await(spawn(function () use ($database): int {
        $pdo = $database->plain();
        return (int) $pdo->query("SELECT {$database->id()}")->fetchColumn();
    }));
    for ($i = 0; $i < 1000 && $database->lives($main, $left); $i++) {
        delay(1);
    }
    echo '  ', $database->lives($main, $left) ? 'open' : 'closed', "\n";
    $ticker->cancel();
}
--EXPECT--
pgsql
  query: others ran
  statement: others ran
  same connection
bool(true)
  5 then 9
  3,3,3,3,3 went on 40
  Async\AsyncCancellation
  Async\AsyncCancellation
  Async\AsyncCancellation
  4,4
  persistent: others ran
  closed
mysql
  query: others ran
  statement: others ran
  same connection
  3,3,3,3,3 went on 40
  Async\AsyncCancellation
  Async\AsyncCancellation
  Async\AsyncCancellation
  4,4
  persistent: others ran
  closed
