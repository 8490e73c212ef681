--TEST--
CX-3, DB-4: what a cancellation elsewhere frees on its way speaks with its server as ever: the next answer is that of the next question
--DESCRIPTION--
Rules: io CX-3, io CX-7, io DB-4, io DB-2
--EXTENSIONS--
pdo_pgsql
pdo_mysql
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
watchdog();

/** What a query in `finally` gives when a coroutine was cancelled that had others of the connection in hand. */
$rounds = function (string $what, callable $connect, callable $work, callable $ask) {
    $seen = [];
    foreach (['sleep', 'delay', 'sleep in a generator', 'delay in a generator', 'sleep below C', 'delay below C'] as $how) {
        for ($round = 0; $round < 5; $round++) {
            $connection = $connect();
            $waits = false;
            $coroutine = spawn(function () use ($connection, $work, $ask, $how, &$got, &$waits) {
                $inner = function () use ($connection, $work, $how, &$waits) {
                    $held = $work($connection);
                    $waits = true;
                    $how[0] === 's' ? sleep(3600) : delay(3_600_000);
                };
                $generator = function () use ($connection, $work, $how, &$waits) {
                    $held = $work($connection);
                    $waits = true;
                    yield $how[0] === 's' ? sleep(3600) : delay(3_600_000);
                };
                try {
                    match (strstr($how, ' ')) {
                        ' in a generator' => $generator()->current(),
                        ' below C' => array_map($inner, [1]),
                        default => $inner(),
                    };
                } finally {
                    try {
                        $got = $ask($connection);
                    } catch (Exception $e) {
                        $got = $e->getMessage();
                    }
                }
            });
            while (!$waits) delay(1);
            $coroutine->cancel();
            try { await($coroutine); } catch (Async\AsyncCancellation) { }
            $seen[json_encode($got)][$how] = true;
        }
    }
    foreach ($seen as $got => $ways) echo "$what: $got", count($ways) === 6 ? '' : ' (' . implode(', ', array_keys($ways)) . ')', "\n";
};
$pdo_pgsql = fn() => new PDO($postgres->dsn(), $postgres->user, '');
$ask_pdo = fn(PDO $pdo) => $pdo->query("SELECT 'right'")->fetchColumn();
$rounds('statements of pgsql', $pdo_pgsql, fn(PDO $pdo) => array_map(fn() => $pdo->query('SELECT 1'), range(1, 10)), $ask_pdo);
$rounds('large object of pgsql', $pdo_pgsql, function (PDO $pdo) {
    $pdo->beginTransaction();
    return $pdo->pgsqlLOBOpen($pdo->pgsqlLOBCreate(), 'w');
}, $ask_pdo);
$unbuffered = [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false, PDO::ATTR_EMULATE_PREPARES => false];
$pdo_mysql = fn() => new PDO($maria->dsn(), $maria->user, '', $unbuffered);
$rows = "SELECT seq, REPEAT('x', 1000) FROM seq_1_to_3000";
$rounds('rest of a result of PDO mysql', $pdo_mysql, function (PDO $pdo) use ($rows) {
    $statement = $pdo->prepare($rows);
    $statement->execute();
    $statement->fetch();
    return $statement;
}, $ask_pdo);
$mysqli = fn() => new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
$rounds('rest of a result of mysqli', $mysqli, function (mysqli $db) use ($rows) {
    $result = $db->query($rows, MYSQLI_USE_RESULT);
    $result->fetch_row();
    return $result;
}, fn(mysqli $db) => $db->query("SELECT 'right'")->fetch_row()[0]);

// Cancelled in the wait for its turn, with statements of the connection in hand.
$pdo = $pdo_pgsql();
$other = spawn(fn() => $pdo->query("SELECT 'of the other', pg_sleep(0.05)")->fetchColumn());
$waits = spawn(function () use ($pdo) {
    $held = [];
    for ($i = 0; $i < 5; $i++) {
        $held[] = $pdo->query('SELECT 1');
    }
    for (;;) {
        $held[] = $pdo->query('SELECT 2');
        if (count($held) > 10) array_shift($held);
    }
});
delay(10);
$third = spawn(function () use ($pdo) {
    $got = [];
    for ($i = 0; $i < 10; $i++) $got[] = $pdo->query("SELECT 'third'")->fetchColumn();
    return implode(array_unique($got));
});
suspend();
$waits->cancel();
try { await($waits); } catch (Async\AsyncCancellation) { }
echo await($other), ', ', await($third), ', ', $ask_pdo($pdo), "\n";
--EXPECT--
statements of pgsql: "right"
large object of pgsql: "right"
rest of a result of PDO mysql: "right"
rest of a result of mysqli: "right"
of the other, third, right
