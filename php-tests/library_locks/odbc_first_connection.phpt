--TEST--
io LK-7: the call that loads a driver of ODBC whose locks are not noted is not left in the middle; one whose locks are noted is
--DESCRIPTION--
Rules: io LK-7
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
$code = <<<'PHP'
    $turns = 0;
    $other = spawn(function () use (&$turns) {
        while (true) {
            $turns++;
            suspend();
        }
    });
    suspend();
    $before = $turns;
    // Settings that the server takes a while for: what it has answered already is not waited for.
    $dsn .= ';ConnSettings=SELECT+pg_sleep(0.05)';
    $connection = CONNECT === 'PDO' ? new PDO("odbc:$dsn") : odbc_connect($dsn, '', '');
    echo json_encode($turns > $before);
    $before = $turns;
    $connection instanceof PDO ? $connection->query('SELECT pg_sleep(0.02)') : odbc_exec($connection, 'SELECT pg_sleep(0.02)');
    echo ' ', json_encode($turns > $before);
    // What has nothing to do with it.
    $before = $turns;
    usleep(2000);
    echo ' ', json_encode($turns > $before), "\n";
    $other->cancel();
    PHP;
foreach (['PDO', 'odbc'] as $name) {
    foreach (['noted' => [], 'not noted' => ['async.io_objects' => '-psqlodbc']] as $title => $ini) {
        echo "$name, $title: ", with_odbc($server, "const CONNECT = '$name';\n$code", $ini);
    }
}
?>
--EXPECT--
PDO, noted: true true true
PDO, not noted: false false true
odbc, noted: true true true
odbc, not noted: false false true
