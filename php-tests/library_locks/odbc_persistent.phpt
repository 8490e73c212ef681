--TEST--
io LK-10: persistent connections of ODBC that are opened at once are opened one after the other, those of PDO as well
--DESCRIPTION--
Rules: io LK-10
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/odbc.php';
if ($why = odbc_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/odbc.php';

$server = PostgresServer::start();
echo with_odbc($server, <<<'PHP'
    $all = fn(callable $call) => json_encode(array_map(await(...), array_map(fn(int $number) => spawn($call, $number), range(0, 4))));
    echo 'odbc: ', $all(function (int $number) use ($dsn) {
        $odbc = odbc_pconnect($dsn, '', '');
        return odbc_result(odbc_exec($odbc, "SELECT $number AS v, pg_sleep(0.01)"), 'v');
    }), "\n";
    echo 'PDO: ', $all(function (int $number) use ($dsn) {
        $pdo = new PDO("odbc:$dsn", '', '', [PDO::ATTR_PERSISTENT => true]);
        return $pdo->query("SELECT $number, pg_sleep(0.01)")->fetchColumn();
    }), "\n";
    PHP);
?>
--EXPECT--
odbc: ["0","1","2","3","4"]
PDO: ["0","1","2","3","4"]
