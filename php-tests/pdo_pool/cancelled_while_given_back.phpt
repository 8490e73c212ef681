--TEST--
A coroutine that is cancelled while its connection is being reset ends, also when the server has been sent a part of that only
--DESCRIPTION--
Rules: PP-11, PP-26, PP-40, CX-3, CX-7
Order: dependent
--EXTENSIONS--
pdo_mysql
sockets
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('mysql')) die("skip $why");
?>
--INI--
mysqlnd.net_read_timeout=5
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, delay, spawn};

$database = Database::start('mysql');

// Passes on what a client sends until so many bytes have come.
$sent = 0;
$limit = PHP_INT_MAX;
$listener = stream_socket_server('tcp://127.0.0.1:0');
socket_set_option(socket_import_stream($listener), SOL_SOCKET, SO_RCVBUF, 65536);
$port = explode(':', stream_socket_get_name($listener, false))[1];
$pump = function ($from, $to, bool $counts) use (&$sent, &$limit): void {
    while (($piece = (string) @fread($from, 65536)) !== '' && @fwrite($to, $piece)) {
        $sent += $counts ? strlen($piece) : 0;
        while ($counts && $sent > $limit) {
            delay(10);
        }
    }
    @stream_socket_shutdown($to, STREAM_SHUT_WR);
};
$proxy = spawn(function () use ($listener, $database, $pump): void {
    while ($client = @stream_socket_accept($listener, -1.0)) {
        $server = stream_socket_client("tcp://127.0.0.1:{$database->server->port}");
        spawn($pump, $client, $server, true);
        spawn($pump, $server, $client, false);
    }
});

// A reset ends with what each connection begins with: more than the socket has room for.
$begin = "SET @a = length('" . str_repeat('.', 8 << 20) . "')";
$option = PHP_VERSION_ID < 80400 ? PDO::MYSQL_ATTR_INIT_COMMAND : Pdo\Mysql::ATTR_INIT_COMMAND;
$open = fn() => new PDO("mysql:host=127.0.0.1;port=$port;dbname=mysql", 'root', '', [
    $option => $begin, PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
]);

$try = function (string $where, Closure $body) use (&$sent, &$limit): void {
    $limit = PHP_INT_MAX;
    $coroutine = spawn($body);
    while ($sent <= $limit) {
        delay(1);
    }
    delay(50);
    $coroutine->cancel();
    $start = hrtime(true);
    $thrown = thrown(fn() => await($coroutine));
    echo "$where: $thrown, ", hrtime(true) - $start < 2.5e9 ? 'at once' : 'late', "\n";
};

$pdo = $open();
$try('at the end of the coroutine', function () use ($pdo, &$sent, &$limit): void {
    $pdo->exec('SET @x = 1');
    $limit = $sent + 100_000;
});
echo counts($pdo->getPool()), "\n";
$limit = PHP_INT_MAX;
echo await(spawn(fn() => $pdo->query('SELECT 42')->fetchColumn())), "\n";
$try('in PHP code', function () use ($open, &$sent, &$limit): void {
    $own = $open();
    $own->exec('SET @x = 1');
    $limit = $sent + 100_000;
    $own = null;
    delay(1);
    echo "goes on\n";
});
$limit = PHP_INT_MAX;
$proxy->cancel();
$pdo = null;
--EXPECT--
at the end of the coroutine: nothing, at once
0 connections, 0 idle, 0 active
42
in PHP code: Async\AsyncCancellation: Coroutine cancelled, at once
