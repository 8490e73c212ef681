--TEST--
A cancellation while something is freed: nothing waits for the server any more, and no later question gets the answer to that
--DESCRIPTION--
Rules: CX-3, CX-7
Order: dependent
--EXTENSIONS--
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
if ($why = Database::missing('mysql')) die("skip $why");
?>
--INI--
mysqlnd.net_read_timeout=5
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, delay, spawn};

$databases = array_map(Database::start(...), ['pgsql', 'mysql']);

// Holds back what the server answers.
$held = false;
$pump = function ($from, $to, bool $holds) use (&$held): void {
    while (($piece = (string) @fread($from, 65536)) !== '') {
        while ($holds && $held) {
            delay(1);
        }
        if (!@fwrite($to, $piece)) {
            break;
        }
    }
    @stream_socket_shutdown($to, STREAM_SHUT_WR);
};
$ways = [
    'PHP code' => function (array $statements): void {
        unset($statements[0]);
        delay(1);
    },
    'a function' => function (array $statements): void {
        array_splice($statements, 0, 1);
        delay(1);
    },
    'the end of its coroutine' => function (array $statements): void {
        // Freed with the variables of what the body of the coroutine has called last.
    },
];
// Freeing a statement of pgsql asks the server, one of mysql reads what is left of its result.
$queries = [
    'pgsql' => 'SELECT 1',
    'mysql' => "WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 900) SELECT n, REPEAT('.', 10000) FROM s",
];
foreach ($databases as $database) {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $port = explode(':', stream_socket_get_name($listener, false))[1];
    $proxy = spawn(function () use ($listener, $database, $pump): void {
        while ($client = @stream_socket_accept($listener, -1.0)) {
            $server = stream_socket_client("tcp://127.0.0.1:{$database->server->port}");
            spawn($pump, $client, $server, false);
            spawn($pump, $server, $client, true);
        }
    });
    foreach ($ways as $where => $free) {
        $dsn = str_replace("port={$database->server->port}", "port=$port", $database->dsn);
        $pdo = new PDO($dsn, $database->user, '', [PDO::ATTR_EMULATE_PREPARES => false]);
        if ($database->name === 'mysql') {
            $pdo->setAttribute(PHP_VERSION_ID < 80400 ? PDO::MYSQL_ATTR_USE_BUFFERED_QUERY : Pdo\Mysql::ATTR_USE_BUFFERED_QUERY, false);
        }
        $coroutine = spawn(function () use ($pdo, $database, $queries, $free, &$held): void {
            $statements = [$pdo->prepare($queries[$database->name])];
            $statements[0]->execute();
            $statements[0]->fetch();
            $held = true;
            $given = $statements;
            $statements = null;
            $arguments = [$given];
            $given = null;
            $free(array_pop($arguments));
        });
        while (!$held) {
            delay(1);
        }
        delay(20);
        $coroutine->cancel();
        $start = hrtime(true);
        $thrown = thrown(fn() => await($coroutine));
        $late = hrtime(true) - $start > 2.5e9;
        $held = false;
        delay(20);
        try {
            $answer = $pdo->query('SELECT 42')->fetchColumn();
        } catch (PDOException) {
            $answer = 42;
        }
        echo "$database->name, in $where: $thrown", $late ? ', late' : '', $answer === 42 ? '' : ', the answer to another question', "\n";
    }
    $proxy->cancel();
}
--EXPECT--
pgsql, in PHP code: Async\AsyncCancellation: Coroutine cancelled
pgsql, in a function: Async\AsyncCancellation: Coroutine cancelled
pgsql, in the end of its coroutine: Async\AsyncCancellation: Coroutine cancelled
mysql, in PHP code: Async\AsyncCancellation: Coroutine cancelled
mysql, in a function: Async\AsyncCancellation: Coroutine cancelled
mysql, in the end of its coroutine: Async\AsyncCancellation: Coroutine cancelled
