--TEST--
io LK-10, FW-2: coroutines share a connection of ODBC and its results; what is freed meanwhile disturbs none
--DESCRIPTION--
Rules: io LK-4, io LK-10, io FW-2
Order: dependent
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
    $all = fn(callable $call) => json_encode(array_map(await(...), array_map(fn(int $number) => spawn($call, $number), range(0, 3))));
    $query = fn(int $number) => "SELECT $number AS v, pg_sleep(0.02)";

    $pdo = new PDO("odbc:$dsn");
    echo 'PDO: ', $all(fn(int $number) => $pdo->query($query($number))->fetchColumn()), "\n";
    $statements = array_map(fn(int $number) => $pdo->prepare($query($number)), range(0, 3));
    echo 'its statements: ', $all(function (int $number) use ($statements) {
        $statements[$number]->execute();
        return $statements[$number]->fetchColumn();
    }), "\n";

    $odbc = odbc_connect($dsn, '', '');
    echo 'odbc: ', $all(fn(int $number) => odbc_result(odbc_exec($odbc, $query($number)), 'v')), "\n";
    $results = array_map(fn(int $number) => odbc_prepare($odbc, $query($number)), range(0, 3));
    $queries = array_map(fn(int $number) => spawn(fn() => odbc_result(odbc_exec($odbc, $query($number)), 'v')), range(4, 6));
    echo 'its results: ', $all(function (int $number) use ($results) {
        odbc_execute($results[$number]);
        return odbc_result($results[$number], 'v');
    }), ' and queries: ', json_encode(array_map(await(...), $queries)), "\n";
    $querying = spawn(fn() => odbc_result(odbc_exec($odbc, 'SELECT 7 AS v, pg_sleep(0.2)'), 'v'));
    delay(20);
    $freeing = spawn(function () use (&$results) {
        $results = null;
        return 'freed';
    });
    echo await($querying), ' ', await($freeing), "\n";

    echo "-- closed meanwhile\n";
    $closed = odbc_connect("$dsn;ApplicationName=closed", '', '');
    $prepared = odbc_prepare($closed, 'SELECT 1');
    $querying = spawn(fn() => (bool) @odbc_exec($closed, 'SELECT pg_sleep(1000)'));
    delay(20);
    $closing = spawn(fn() => odbc_close($closed));
    echo 'query: ', json_encode(await($querying)), "\n";
    await($closing);
    try {
        odbc_execute($prepared);
    } catch (Error $e) {
        echo "closed\n";
    }

    echo "-- cancelled\n";
    $long = ['PDO' => fn() => $pdo->query('SELECT pg_sleep(60)'), 'odbc' => fn() => odbc_exec($odbc, 'SELECT pg_sleep(60)')];
    foreach ($long as $name => $call) {
        $cancelled = spawn($call);
        delay(20);
        $cancelled->cancel();
        try {
            await($cancelled);
        } catch (Throwable $e) {
            echo "$name: ", $e::class, "\n";
        }
    }
    // The server may answer the old question yet.
    try {
        $pdo->query('SELECT 1');
        echo "not reached\n";
    } catch (PDOException $e) {
        echo $e::class, "\n";
    }
    var_dump(@odbc_exec($odbc, 'SELECT 1'));
    $new = odbc_connect("$dsn;ApplicationName=new", '', '');
    $result = odbc_exec($new, 'SELECT 6 AS v');
    echo 'new ones: ', (new PDO("odbc:$dsn"))->query('SELECT 5')->fetchColumn(), odbc_result($result, 'v'), "\n";
    PHP);
?>
--EXPECT--
PDO: ["0","1","2","3"]
its statements: ["0","1","2","3"]
odbc: ["0","1","2","3"]
its results: ["0","1","2","3"] and queries: ["4","5","6"]
7 freed
-- closed meanwhile
query: false
closed
-- cancelled
PDO: Async\AsyncCancellation
odbc: Async\AsyncCancellation
PDOException
bool(false)
new ones: 56
