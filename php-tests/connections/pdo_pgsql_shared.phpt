--TEST--
FW-2, DB-2: coroutines that share a PDO connection to PostgreSQL take turns call by call; each gets its own answers
--DESCRIPTION--
Rules: io FW-2, io DB-2, io DB-1, io DB-3
Order: independent
--EXTENSIONS--
pdo_pgsql
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
$db = new PDO($server->dsn(), $server->user, '');
$db->exec('CREATE TEMPORARY TABLE t (n INT, value TEXT)');
$wrong = [];
$check = function (string $what, mixed $is, mixed $expected) use (&$wrong) {
    if ($is !== $expected) {
        $wrong[] = "$what: " . substr(json_encode($is), 0, 60) . ' instead of ' . substr(json_encode($expected), 0, 60);
    }
};

$coroutines = [];
for ($i = 0; $i < 5; $i++) {
    $coroutines[] = spawn(function () use ($db, $i, $check, $server) {
        for ($n = 0; $n < 6; $n++) {
            $mine = "$i-$n";
            $check('query', $db->query("SELECT '$mine', repeat('x', 20000)")->fetchColumn(), $mine);
            // Statements that are freed while others are in a call: the server is told.
            $statement = $db->prepare('SELECT ?::text AS value');
            $statement->execute([$mine]);
            $check('prepared', $statement->fetch(PDO::FETCH_ASSOC), ['value' => $mine]);
            $check('foreach', iterator_to_array($db->query("SELECT '$mine'::text || g FROM generate_series(1, 3) g", PDO::FETCH_COLUMN, 0)),
                [$mine . 1, $mine . 2, $mine . 3]);
            // A method of the driver.
            $check('copy', $db->pgsqlCopyFromArray('t', ["$i\t$mine"]), true);
            try {
                $db->query("SELECT 1 / ($n - $n) /* $mine */");
                $check('error', false, true);
            } catch (PDOException $e) {
                $check('error', $e->getCode(), '22012');
            }
        }
    });
}
array_map(await(...), $coroutines);
echo implode("\n", $wrong) ?: 'all right', "\n";
echo $db->query('SELECT count(*), count(DISTINCT value) FROM t')->fetch(PDO::FETCH_NUM) === [30, 30]
    ? 'all copied' : 'not all copied', "\n";

// Streams of large objects are channels of the connection, whichever function uses them.
$db->beginTransaction();
$coroutines = [];
for ($i = 0; $i < 4; $i++) {
    $coroutines[] = spawn(function () use ($db, $i, $check) {
        $text = str_repeat("$i", 30_000);
        $oid = $db->pgsqlLOBCreate();
        $lob = $db->pgsqlLOBOpen($oid, 'w');
        $check('bytes written', fwrite($lob, $text), 30_000);
        $check('query between', $db->query("SELECT '$i'")->fetchColumn(), "$i");
        rewind($lob);
        $check('large object', stream_get_contents($lob), $text);
        fclose($lob);
    });
}
array_map(await(...), $coroutines);
$db->rollBack();
echo implode("\n", $wrong) ?: 'large objects, too', "\n";

// Separate connections do not wait for each other.
$start = hrtime(true);
$connections = [];
$sleeper = fn() => (new PDO($server->dsn(), $server->user, ''))->query('SELECT pg_sleep(0.2)')->fetchAll();
$sleeper();
$alone = hrtime(true) - $start;
$start = hrtime(true);
array_map(await(...), array_map(fn() => spawn($sleeper), range(1, 4)));
echo hrtime(true) - $start < 3 * $alone ? "separate connections at the same time\n" : "one after the other\n";
--EXPECT--
all right
all copied
large objects, too
separate connections at the same time
