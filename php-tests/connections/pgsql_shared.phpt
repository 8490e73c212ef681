--TEST--
FW-2, DB-2: coroutines that share a connection of pg_connect() take turns call by call, with and without naming it, large objects too
--DESCRIPTION--
Rules: io FW-2, io DB-2, io DB-1
Order: independent
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/database.php';

$server = PostgresServer::start();
$db = pg_connect($server->connection());
pg_query($db, "CREATE TABLE t (value TEXT); INSERT INTO t VALUES ('a')");
$wrong = [];
$check = function (string $what, mixed $is, mixed $expected) use (&$wrong) {
    if ($is !== $expected) {
        $wrong[] = "$what: " . substr(json_encode($is), 0, 60) . ' instead of ' . substr(json_encode($expected), 0, 60);
    }
};
$coroutines = [];
for ($i = 0; $i < 5; $i++) {
    $coroutines[] = spawn(function () use ($db, $i, $check) {
        for ($n = 0; $n < 8; $n++) {
            $mine = "$i-$n";
            $check('query', pg_fetch_result(pg_query($db, "SELECT '$mine', repeat('x', 20000)"), 0, 0), $mine);
            $check('params', pg_fetch_all(pg_query_params($db, 'SELECT $1::text AS value', [$mine])), [['value' => $mine]]);
            $check('the default connection', pg_fetch_result(@pg_query("SELECT '$mine'"), 0, 0), $mine);
            $check('table', pg_field_table($result ??= pg_query($db, 'SELECT value FROM t'), 0), 't');
            $check('select', pg_select($db, 't', ['value' => 'a']), [['value' => 'a']]);
        }
    });
}
array_map(await(...), $coroutines);

// A transaction belongs to the connection, so the large objects of all are in one.
pg_query($db, 'BEGIN');
$coroutines = [];
for ($i = 0; $i < 4; $i++) {
    $coroutines[] = spawn(function () use ($db, $i, $check) {
        $text = str_repeat("$i", 30_000);
        $oid = pg_lo_create($db);
        $lob = pg_lo_open($db, $oid, 'w+');
        foreach (str_split($text, 5_000) as $piece) {
            $check('bytes written', pg_lo_write($lob, $piece), 5_000);
        }
        pg_lo_seek($lob, 0, PGSQL_SEEK_SET);
        $read = '';
        while (strlen($read) < 30_000) {
            $read .= pg_lo_read($lob, 7_000);
        }
        $check('large object', $read, $text);
        pg_lo_close($lob);
    });
}
array_map(await(...), $coroutines);
pg_query($db, 'ROLLBACK');
echo implode("\n", $wrong) ?: 'all right', "\n";
--EXPECT--
all right
