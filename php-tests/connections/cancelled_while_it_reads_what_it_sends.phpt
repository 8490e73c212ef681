--TEST--
CX-7, DB-4: what a cancelled call had read by then of a file or a stream is not taken by the server for all of it
--DESCRIPTION--
Rules: io CX-7, io DB-4, io CX-5
--EXTENSIONS--
pdo_pgsql
pdo_mysql
mysqli
posix
--INI--
mysqli.allow_local_infile=1
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/database.php';
require_once __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
watchdog();
$fifo = temporary_path('fifo');
posix_mkfifo($fifo, 0600);

$pgsql = fn() => new PDO($postgres->dsn(), $postgres->user, '');
$mysql = fn(array $options = []) => new PDO($maria->dsn(), $maria->user, '', $options);
$mysqli = function () use ($maria) {
    $link = mysqli_init();
    $link->options(MYSQLI_OPT_LOCAL_INFILE, 1);
    $link->real_connect($maria->host, $maria->user, '', 'mysql', $maria->port);
    return $link;
};
$of_pgsql = $pgsql();
$of_pgsql->exec('CREATE TABLE parts (a int, b text)');
$of_mysql = $mysql();
$of_mysql->exec('CREATE TABLE parts (a int, b text)');

/** Cancels a call that waits for the rest of what it is to send. */
$cancel = function (string $what, PDO $observer, callable $write, callable $call): void {
    $coroutine = spawn($call);
    $input = $write();
    fwrite($input, "1\tcomplete\n2\tin par");
    delay(30);
    $coroutine->cancel();
    try {
        $result = var_export(await($coroutine), true);
    } catch (Throwable $e) {
        $result = get_class($e);
    }
    fclose($input);
    // The server is done with a connection that has ended when it lets others have the table.
    $rows = $observer->query('SELECT * FROM parts')->fetchAll(PDO::FETCH_NUM);
    for ($patience = 50; !$rows && $patience > 0; $patience--) {
        delay(2);
        $rows = $observer->query('SELECT * FROM parts')->fetchAll(PDO::FETCH_NUM);
    }
    echo "$what: $result ", json_encode($rows), "\n";
    $observer->exec('DELETE FROM parts');
};
$from_fifo = fn() => fopen($fifo, 'w');
$cancel('COPY', $of_pgsql, $from_fifo, fn() => $pgsql()->pgsqlCopyFromFile('parts', $fifo));
$load = "LOAD DATA LOCAL INFILE '$fifo' INTO TABLE parts";
$cancel('LOAD DATA, mysqli', $of_mysql, $from_fifo, fn() => $mysqli()->query($load));
$cancel('LOAD DATA, PDO', $of_mysql, $from_fifo, fn() => $mysql([PDO::MYSQL_ATTR_LOCAL_INFILE => true])->exec($load));

$large = function (string $what, PDO $observer, callable $connect) use ($cancel): void {
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $cancel($what, $observer, fn() => $there, function () use ($connect, $here) {
        $statement = $connect()->prepare('INSERT INTO parts VALUES (1, ?)');
        $statement->bindParam(1, $here, PDO::PARAM_LOB);
        return $statement->execute();
    });
};
$large('large object, emulated', $of_mysql, fn() => $mysql([PDO::ATTR_EMULATE_PREPARES => true]));
$large('large object, prepared', $of_mysql, fn() => $mysql([PDO::ATTR_EMULATE_PREPARES => false]));
$large('large object, pgsql', $of_pgsql, $pgsql);

// The connection fails then, cleanly.
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$link = $mysql();
$coroutine = spawn(function () use ($link, $here) {
    $statement = $link->prepare('INSERT INTO parts VALUES (1, ?)');
    $statement->bindParam(1, $here, PDO::PARAM_LOB);
    $statement->execute();
});
delay(10);
$coroutine->cancel();
try { await($coroutine); } catch (Async\AsyncCancellation) {}
try {
    echo json_encode($link->query('SELECT 1')->fetchAll()), "\n";
} catch (PDOException $e) {
    echo $e->errorInfo[1], "\n";
}
--EXPECT--
COPY: Async\AsyncCancellation []
LOAD DATA, mysqli: Async\AsyncCancellation []
LOAD DATA, PDO: Async\AsyncCancellation []
large object, emulated: Async\AsyncCancellation []
large object, prepared: Async\AsyncCancellation []
large object, pgsql: Async\AsyncCancellation []
2006
