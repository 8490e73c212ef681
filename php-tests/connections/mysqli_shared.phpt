--TEST--
FW-2, DB-2: coroutines that share a mysqli link, or a PDO connection to MariaDB, take turns call by call; each gets its own answers
--DESCRIPTION--
Rules: io FW-2, io DB-2, io DB-1
Order: independent
--EXTENSIONS--
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/database.php';

$server = MariaDbServer::start();
$wrong = [];
$check = function (string $what, mixed $is, mixed $expected) use (&$wrong) {
    if ($is !== $expected) {
        $wrong[] = "$what: " . substr(json_encode($is), 0, 60) . ' instead of ' . substr(json_encode($expected), 0, 60);
    }
};
$in_coroutines = function (Closure $body) {
    array_map(await(...), array_map(fn(int $i) => spawn(function () use ($i, $body) {
        for ($n = 0; $n < 6; $n++) {
            $body("$i-$n");
        }
    }), range(0, 4)));
};

$link = new mysqli($server->host, $server->user, '', 'mysql', $server->port);
$in_coroutines(function (string $mine) use ($link, $check) {
    $check('query', $link->query("SELECT '$mine' AS v, REPEAT('x', 50000)")->fetch_row()[0], $mine);
    $check('procedural', mysqli_fetch_row(mysqli_query($link, "SELECT '$mine'")), [$mine]);
    $check('escape', mysqli_real_escape_string($link, "'$mine"), "\\'$mine");
    $check('statement', $link->execute_query('SELECT ? AS v', [$mine])->fetch_assoc(), ['v' => $mine]);
    $statement = $link->prepare('SELECT ?');
    $check('parameters', $statement->param_count, 1);
    unset($statement);
    $rows = [];
    foreach ($link->query("SELECT CONCAT('$mine', seq) FROM seq_1_to_3") as $row) {
        $rows[] = current($row);
    }
    $check('foreach', $rows, [$mine . 1, $mine . 2, $mine . 3]);
});

$db = new PDO($server->dsn(), $server->user, '');
$in_coroutines(function (string $mine) use ($db, $check) {
    $check('PDO query', $db->query("SELECT '$mine' AS v, REPEAT('x', 50000)")->fetchColumn(), $mine);
    $statement = $db->prepare('SELECT ? AS v');
    $statement->execute([$mine]);
    $check('PDO statement', $statement->fetchAll(PDO::FETCH_COLUMN), [$mine]);
});

// An unbuffered result is read from the connection while it is iterated over, and to its end when it is freed.
$count = 0;
$reader = spawn(function () use ($link, &$count) {
    foreach ($link->query("SELECT REPEAT('x', 3000) FROM seq_1_to_3000", MYSQLI_USE_RESULT) as $row) {
        $count++;
    }
    $left = $link->query("SELECT REPEAT('x', 3000) FROM seq_1_to_3000", MYSQLI_USE_RESULT);
    $left->fetch_row();
});
// Between two calls of the reader the connection is busy, and says so.
$other = spawn(function () use ($link, &$reader) {
    while (!$reader->isCompleted()) {
        try {
            $link->query('SELECT 1')->free();
        } catch (mysqli_sql_exception $e) {
            $codes[$e->getCode()] = true;
        }
        Async\suspend();
    }
    return array_keys($codes ?? [2014 => true]);
});
await($reader);
$check('refused', await($other), [2014]);
$check('rows', $count, 3000);
$check('afterwards', $link->query("SELECT 'still there'")->fetch_row(), ['still there']);
echo implode("\n", $wrong) ?: 'all right', "\n";
--EXPECT--
all right
