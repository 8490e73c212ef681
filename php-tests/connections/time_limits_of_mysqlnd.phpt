--TEST--
DB-7: the time limit of mysqlnd ends a connect to a server that says nothing, and nothing else is kept waiting
--DESCRIPTION--
Rules: io DB-7
Order: independent
--EXTENSIONS--
mysqli
--INI--
mysqlnd.net_read_timeout=1
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$n = 0;
$counter = spawn(function () use (&$n) { for (;;) { usleep(10_000); $n++; } });
$failed = 0;
$connect = function () use ($port) {
    try {
        @new mysqli('127.0.0.1', 'user', 'password', 'database', $port);
    } catch (mysqli_sql_exception $e) {
        return $e->getCode();
    }
};
$c = [spawn($connect), spawn($connect)];
echo await($c[0]), ' ', await($c[1]), ' ', json_encode($n > 20 && $n < 190), "\n";
$counter->cancel();
?>
--EXPECT--
2006 2006 true
