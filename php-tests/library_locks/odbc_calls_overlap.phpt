--TEST--
io LK-10: queries of ODBC on several connections are under way at one time, though the driver of PostgreSQL holds locks meanwhile
--DESCRIPTION--
Rules: io LK-3, io LK-7, io LK-10
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
$code = <<<'PHP'
    // The server's own clock: when a query began and ended there.
    define('QUERY', "SELECT extract(epoch from clock_timestamp()) AS b, pg_sleep($seconds), extract(epoch from clock_timestamp()) AS e");
    // Connecting takes a while, and not the same for all.
    $wait_for_all = function () {
        static $connected = 0;
        for ($all = intdiv($connected++, 4) * 4 + 4; $connected < $all; ) delay(1);
    };
    $pdo = function () use ($dsn, $wait_for_all) {
        $db = new PDO("odbc:$dsn");
        $wait_for_all();
        $db->beginTransaction();
        [$begin, , $end] = $db->query(QUERY)->fetch(PDO::FETCH_NUM);
        $db->commit();
        foreach ($db->query('SELECT 1') as $row) {
            $db->prepare('SELECT ?')->execute([1]);
        }
        $db = null;
        return [(float) $begin, (float) $end];
    };
    $odbc = function (int $number) use ($dsn, $wait_for_all) {
        // One that is open already is given to all that ask for the same.
        $db = odbc_connect("$dsn;Description=$number", '', '');
        $wait_for_all();
        odbc_autocommit($db, false);
        $result = odbc_exec($db, QUERY);
        $times = [(float) odbc_result($result, 'b'), (float) odbc_result($result, 'e')];
        odbc_close($db);
        return $times;
    };
    foreach (['PDO' => $pdo, 'odbc' => $odbc] as $name => $body) {
        echo "$name ", most_at_one_time(array_map(await(...), array_map(fn(int $number) => spawn($body, $number), range(0, 3)))), ' ';
    }
    PHP;
$settings = [
    'suspending' => [], 'as modules that block' => ['async.io_modules_blocking' => 'odbc,pdo_odbc'],
    'the driver is not known' => ['async.io_objects' => '-psqlodbc'], 'the manager is not known' => ['async.io_objects' => '-libodbc'],
    'drivers are loaded unseen' => ['async.io_objects' => '-libltdl'],
];
foreach ($settings as $title => $ini) {
    // Those that overlap may begin far apart on a busy machine.
    echo "$title: ", with_odbc($server, $ini ? "\$seconds = 0.3; $code" : "\$seconds = 1; $code", $ini), "\n";
}
// The manager lets one thread at a time into such a driver, with a lock in its own data.
echo "one at a time in the manager: ", with_odbc($server, "\$seconds = 0.3; $code", threading: 3), "\n";
?>
--EXPECT--
suspending: PDO 4 odbc 4 
as modules that block: PDO 1 odbc 1 
the driver is not known: PDO 1 odbc 1 
the manager is not known: PDO 1 odbc 1 
drivers are loaded unseen: PDO 1 odbc 1 
one at a time in the manager: PDO 1 odbc 1 
