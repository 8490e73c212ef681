--TEST--
Large objects that a statement of PDO pgsql fetches into a bound column take turns with their connection, in whichever way they are fetched
--DESCRIPTION--
Rules: io FW-2, io DB-2, io SO-10
Order: dependent
--EXTENSIONS--
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
use function Async\{await, spawn, suspend};

$server = PostgresServer::start();
const SIZE = 200_000;
$pdo = new PDO($server->dsn(), $server->user, '');
$pdo->exec('CREATE TABLE l (o OID, b BYTEA)');
$pdo->beginTransaction();
foreach (['x', 'y'] as $letter) {
    $stream = $pdo->pgsqlLOBOpen($oid = $pdo->pgsqlLOBCreate(), 'w');
    fwrite($stream, str_repeat($letter, SIZE));
    fclose($stream);
    $pdo->exec("INSERT INTO l VALUES ($oid, 'bytes')");
}
$pdo->commit();

function bound(PDO $pdo, &$stream): PDOStatement
{
    $statement = $pdo->prepare('SELECT o, b FROM l ORDER BY o');
    $statement->execute();
    $statement->bindColumn('o', $stream, PDO::PARAM_LOB);
    return $statement;
}
$ways = [
    'fetch' => function (PDO $pdo): array {
        $statement = bound($pdo, $stream);
        $streams = [];
        while ($statement->fetch(PDO::FETCH_BOUND)) {
            $streams[] = $stream;
        }
        return $streams;
    },
    'foreach' => function (PDO $pdo): array {
        $statement = bound($pdo, $stream);
        $streams = [];
        foreach ($statement as $row) {
            $streams[] = $stream;
        }
        return $streams;
    },
    'functions' => function (PDO $pdo): array {
        $streams = [];
        bound($pdo, $stream)->fetchAll(PDO::FETCH_FUNC, function () use (&$streams, &$stream) { $streams[] = $stream; });
        return $streams;
    },
];
function read_all($stream): string
{
    $all = '';
    while (is_resource($stream) && ($part = fread($stream, 8192)) !== '' && $part !== false) {
        $all .= $part;
        suspend();
    }
    return strlen($all) . ($all === str_repeat($all[0], strlen($all)) ? " $all[0]" : ' mixed');
}
// Before the first use of the API.
$pdo->beginTransaction();
$first = $ways['fetch']($pdo);
$others = [
    'a query' => fn() => implode(array_map(fn($i) => $pdo->query("select $i")->fetchColumn(), range(1, 9))),
    'another large object' => function () use (&$y) { return read_all($y); },
    'closing another one' => function () use (&$y) { return json_encode(fclose($y)); },
    'closing it' => function () use (&$x) { return json_encode(fclose($x)); },
    'commit' => fn() => json_encode($pdo->commit()),
];
foreach (['fetched early' => fn() => $first] + $ways as $way => $open) {
    echo "$way\n";
    foreach ($others as $name => $other) {
        [$x, $y] = $open($pdo);
        $reader = spawn(function () use (&$x) { return read_all($x); });
        $result = await(spawn($other));
        $read = await($reader);
        $ends = in_array($name, ['closing it', 'commit']);
        echo "  $name: $result, ", $ends && preg_match('/^\d+ x$/', $read) ? 'a part' : $read, "\n";
        if ($pdo->inTransaction()) {
            $pdo->rollBack();
        }
        $pdo->beginTransaction();
        if ($way === 'fetched early') {
            break;
        }
    }
}
$statement = $pdo->query('SELECT b FROM l');
$statement->bindColumn(1, $bytes, PDO::PARAM_LOB);
$statement->fetch();
echo stream_get_contents($bytes), "\n";
--EXPECT--
fetched early
  a query: 123456789, 200000 x
fetch
  a query: 123456789, 200000 x
  another large object: 200000 y, 200000 x
  closing another one: true, 200000 x
  closing it: true, a part
  commit: true, a part
foreach
  a query: 123456789, 200000 x
  another large object: 200000 y, 200000 x
  closing another one: true, 200000 x
  closing it: true, a part
  commit: true, a part
functions
  a query: 123456789, 200000 x
  another large object: 200000 y, 200000 x
  closing another one: true, 200000 x
  closing it: true, a part
  commit: true, a part
bytes
