--TEST--
io LK-10: odbc_close_all() throws while another coroutine connects, which goes on; afterwards it closes what there is
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
echo with_odbc($server, sprintf('$admin = pg_connect(%s);', var_export($server->connection(), true)) . <<<'PHP'
    // Settings that the server takes its time for: libpq waits for them below the driver's locks.
    $slow = "$dsn;ConnSettings=SELECT+pg_advisory_lock_shared(1)";
    foreach (['odbc_connect', 'PDO'] as $way) {
        pg_query($admin, 'SELECT pg_advisory_lock(1)');
        $open = odbc_connect("$dsn;Description=$way", '', '');
        $connecting = spawn(fn() => $way === 'PDO' ? new PDO("odbc:$slow") : odbc_connect($slow, '', ''));
        while (pg_fetch_row(pg_query($admin, 'SELECT count(*) FROM pg_locks WHERE NOT granted')) === ['0']) {
            suspend();
        }
        try {
            odbc_close_all();
            echo "$way: not reached\n";
        } catch (Error $e) {
            echo "$way: ", $e->getMessage(), "\n";
        }
        echo '  open: ', odbc_result(odbc_exec($open, 'SELECT 5 AS v'), 'v'), "\n";
        pg_query($admin, 'SELECT pg_advisory_unlock(1)');
        $new = await($connecting);
        echo '  new: ', $way === 'PDO' ? $new->query('SELECT 6')->fetchColumn() : odbc_result(odbc_exec($new, 'SELECT 6 AS v'), 'v'), "\n";
        odbc_close_all();
        try {
            odbc_exec($open, 'SELECT 1');
            echo "  not reached\n";
        } catch (Error $e) {
            echo "  closed\n";
        }
        unset($new, $open);
    }
    PHP);
?>
--EXPECT--
odbc_connect: Cannot close all connections while another coroutine is in the middle of a call (odbc)
  open: 5
  new: 6
  closed
PDO: Cannot close all connections while another coroutine is in the middle of a call (odbc)
  open: 5
  new: 6
  closed
