--TEST--
io chapter 10: odbc and PDO odbc come to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/odbc.php';
if ($why = odbc_missing()) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/odbc.php';

$server = PostgresServer::start();
echo with_odbc($server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    $calls = ['connect', 'poll|__poll_chk', 'send', 'recv', 'pthread_mutex_lock'];
    expect_hits('odbc', $calls, fn() => odbc_exec(odbc_connect($dsn, '', ''), 'SELECT 1'));
    expect_hits('PDO odbc', $calls, fn() => (new PDO("odbc:$dsn"))->query('SELECT 1'));
    PHP);
?>
--EXPECT--
odbc: hit
PDO odbc: hit
