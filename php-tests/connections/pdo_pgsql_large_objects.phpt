--TEST--
Large objects of PDO pgsql: calls on them take turns with their connection, which may end them, however early they were opened
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
// Before the first use of the API.
[$x, $y] = large_objects($pdo);

function large_objects(PDO $pdo): array
{
    $pdo->beginTransaction();
    return array_map(function (string $letter) use ($pdo) {
        $stream = $pdo->pgsqlLOBOpen($pdo->pgsqlLOBCreate(), 'w+');
        fwrite($stream, str_repeat($letter, SIZE));
        rewind($stream);
        return $stream;
    }, ['x', 'y']);
}
function read_all($stream): string
{
    $all = '';
    while (is_resource($stream) && ($part = fread($stream, 8192)) !== '' && $part !== false) {
        $all .= $part;
        suspend();
    }
    return strlen($all) . ($all === str_repeat($all[0], strlen($all)) ? " $all[0]" : ' mixed');
}
$others = [
    'a query' => fn() => implode(array_map(fn($i) => $pdo->query("select $i")->fetchColumn(), range(1, 9))),
    'another large object' => function () use (&$y) { return read_all($y); },
    'writing to another one' => function () use (&$y) { return fwrite($y, str_repeat('z', SIZE)); },
    'copying' => function () use (&$y) {
        $copy = fopen('php://memory', 'w+');
        return stream_copy_to_stream($y, $copy);
    },
    'closing another one' => function () use (&$y) { return json_encode(fclose($y)); },
    'closing it' => function () use (&$x) { return json_encode(fclose($x)); },
    'commit' => fn() => json_encode($pdo->commit()),
    'rollback' => fn() => json_encode($pdo->rollBack()),
];
foreach ($others as $name => $other) {
    $reader = spawn(function () use (&$x) { return read_all($x); });
    $other = spawn($other);
    $result = await($other);
    $read = await($reader);
    $ends = in_array($name, ['closing it', 'commit', 'rollback']);
    echo "$name: $result, ", $ends ? (preg_match('/^\d+ x$/', $read) ? 'a part' : $read) : $read, "\n";
    if ($pdo->inTransaction()) {
        $pdo->rollBack();
    }
    [$x, $y] = large_objects($pdo);
}
--EXPECT--
a query: 123456789, 200000 x
another large object: 200000 y, 200000 x
writing to another one: 200000, 200000 x
copying: 200000, 200000 x
closing another one: true, 200000 x
closing it: true, a part
commit: true, a part
rollback: true, a part
