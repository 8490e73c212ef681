--TEST--
FW-4: listed in async.io_modules_blocking, calls of ODBC block, by odbc's functions as by PDO's driver and by what is freed
--DESCRIPTION--
Rules: io FW-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
foreach (['odbc', 'pdo_odbc'] as $name) {
    if (!is_file(ini_get('extension_dir') . "/$name.so")) die("skip needs $name");
}
if (!glob('/usr/lib/*/odbc/psqlodbcw.so')) die('skip there is no ODBC driver of PostgreSQL');
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/child.php';

$server = PostgresServer::start();
$driver = glob('/usr/lib/*/odbc/psqlodbcw.so')[0];
$dsn = "Driver=$driver;Server=$server->host;Port=$server->port;Database=postgres;Uid=$server->user";
echo child_php('<?php $dsn = ' . var_export($dsn, true) . ';' . <<<'PHP'

    // The library of the driver is that of pgsql, whose calls suspend.
    use function Async\{spawn, await, delay};

    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            $ticks++;
            delay(1);
        }
    });
    delay(3);

    $pdo = function (int $i) use ($dsn, &$ticks) {
        $db = new PDO("odbc:$dsn");
        $before = $ticks;
        $db->beginTransaction();
        $value = $db->query("SELECT pg_sleep(0.05), $i")->fetchColumn(1);
        foreach ($db->query('SELECT 1') as $row) {
            $db->prepare('SELECT ?')->execute([1]);
        }
        $db = null;
        return [(int) $value, $ticks - $before];
    };
    $odbc = function (int $i) use ($dsn, &$ticks) {
        $db = odbc_connect($dsn, '', '');
        $before = $ticks;
        odbc_autocommit($db, false);
        $result = odbc_exec($db, "SELECT pg_sleep(0.05), $i AS v");
        $value = odbc_result($result, 'v');
        odbc_close($db);
        return [(int) $value, $ticks - $before];
    };
    foreach (['PDO' => $pdo, 'odbc' => $odbc] as $name => $body) {
        $results = array_map(await(...), array_map(fn(int $i) => spawn($body, $i), range(0, 3)));
        echo "$name: ", json_encode(array_column($results, 0)), ' others ran meanwhile: ',
            json_encode(array_sum(array_column($results, 1)) > 0), "\n";
    }
    $ticker->cancel();
    PHP, ['async.io_modules_blocking' => 'odbc,pdo_odbc', 'extension' => ['pdo', 'odbc', 'pdo_odbc', 'pgsql']], seconds: 10)['out'];
--EXPECT--
PDO: [0,1,2,3] others ran meanwhile: false
odbc: [0,1,2,3] others ran meanwhile: false
