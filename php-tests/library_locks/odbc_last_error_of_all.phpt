--TEST--
io LK-10: odbc_error() and odbc_errormsg() tell the last error of all coroutines, and with a connection that of the connection
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
    $last = fn($db) => implode(' ', array_map(fn($text) => preg_match('/syntax|zero/', $text, $found) ? $found[0] : $text,
        [odbc_error(), odbc_errormsg(), odbc_error($db), odbc_errormsg($db)]));
    // PHP 8.4 gives one connection for the same arguments.
    [$mine, $other] = [odbc_connect($dsn, '', ''), odbc_connect("$dsn;ReadOnly=0", '', '')];
    $c = spawn(function () use ($mine, $last, &$failed, &$go) {
        @odbc_exec($mine, 'SELEC 1');
        echo $last($mine), "\n";
        $failed = true;
        while (!$go) suspend();
        echo $last($mine), "\n";
    });
    while (!$failed) suspend();
    await(spawn(function () use ($other, $last) {
        @odbc_exec($other, 'SELECT 1/0');
        echo $last($other), "\n";
    }));
    $go = true;
    await($c);
    PHP);
?>
--EXPECT--
42601 syntax 42601 syntax
22012 zero 22012 zero
22012 zero 42601 syntax
