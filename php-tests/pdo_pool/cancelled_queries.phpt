--TEST--
A coroutine that is cancelled while it connects, waits or queries gets its cancellation; no other gets the connection
--DESCRIPTION--
Rules: PP-23, PP-26, PP-27, PP-29
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

// What starts and stops the servers has warnings of its own.
set_error_handler(fn(int $kind, string $text, string $file) => $file !== __FILE__ || print "  warning: $text\n");
foreach (['pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    foreach ([false, true] as $emulate) {
        $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_EMULATE_PREPARES => $emulate]);
        $pool = $pdo->getPool();
        $id = fn() => (int) $pdo->query("SELECT {$database->id()}")->fetchColumn();
        $first = $id();
        $slow = [
            'query' => fn() => $pdo->query("SELECT {$database->sleep(30)}"),
            'exec' => fn() => $pdo->exec("SELECT {$database->sleep(30)}"),
            'execute' => function () use ($pdo, $database): void { $pdo->prepare("SELECT {$database->sleep(30)}")->execute(); },
            'in a transaction' => function () use ($pdo, $database): void {
                $pdo->beginTransaction();
                $pdo->query("SELECT {$database->sleep(30)}");
            },
        ];
        foreach ($slow as $what => $call) {
            $coroutine = spawn(function () use ($call, $pdo, $id): string {
                try {
                    $call();
                    return 'not cancelled';
                } catch (Async\AsyncCancellation $e) {
                    $previous = $e->getPrevious() ? ' after ' . get_class($e->getPrevious()) : '';
                    $then = ($id() > 0 ? 'goes on' : '') . ($pdo->inTransaction() ? ' in a transaction' : '');
                    return get_class($e) . "$previous, then $then";
                }
            });
            delay(30);
            $waiter = spawn($id);
            suspend();
            $coroutine->cancel();
            $before = $first;
            echo "  $what: ", await($coroutine), ', ';
            $first = await($waiter);
            echo $first !== $before ? 'another connection, ' : 'the same connection, ', counts($pool), "\n";
        }

        // In the queue.
        $statement = $pdo->query('SELECT 1');
        $coroutine = spawn(fn() => $pdo->query('SELECT 1'));
        delay(5);
        $coroutine->cancel();
        echo '  in the queue: ', strtok(thrown(fn() => await($coroutine)), ':'), ', ', counts($pool), "\n";
        unset($statement);
        echo '  ', $id() === $first ? 'the same connection' : 'another connection', ', ', counts($pool), "\n";
    }
}

// While it connects: to a server that listens and says nothing.
$listener = stream_socket_server('tcp://127.0.0.1:0');
[$host, $port] = explode(':', stream_socket_get_name($listener, false));
foreach (["pgsql:host=$host;port=$port", "mysql:host=$host;port=$port"] as $dsn) {
    $pdo = new PDO($dsn, 'a', 'b', [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
    $connecting = spawn(fn() => $pdo->query('SELECT 1'));
    $waiting = spawn(fn() => $pdo->query('SELECT 1'));
    delay(30);
    foreach ([$connecting, $waiting] as $coroutine) {
        $coroutine->cancel();
        echo strtok($dsn, ':'), ': ', strtok(thrown(fn() => await($coroutine)), ':'), ', ', counts($pdo->getPool()), "\n";
    }
}
--EXPECT--
pgsql
  query: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  exec: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  execute: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in a transaction: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in the queue: Async\AsyncCancellation, 1 connections, 0 idle, 1 active
  the same connection, 1 connections, 1 idle, 0 active
  query: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  exec: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  execute: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in a transaction: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in the queue: Async\AsyncCancellation, 1 connections, 0 idle, 1 active
  the same connection, 1 connections, 1 idle, 0 active
mysql
  query: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  exec: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  execute: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in a transaction: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in the queue: Async\AsyncCancellation, 1 connections, 0 idle, 1 active
  the same connection, 1 connections, 1 idle, 0 active
  query: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  exec: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  execute: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in a transaction: Async\AsyncCancellation, then goes on, another connection, 1 connections, 1 idle, 0 active
  in the queue: Async\AsyncCancellation, 1 connections, 0 idle, 1 active
  the same connection, 1 connections, 1 idle, 0 active
pgsql: Async\AsyncCancellation, 1 connections, 0 idle, 1 active
pgsql: Async\AsyncCancellation, 0 connections, 0 idle, 0 active
mysql: Async\AsyncCancellation, 1 connections, 0 idle, 1 active
mysql: Async\AsyncCancellation, 0 connections, 0 idle, 0 active
