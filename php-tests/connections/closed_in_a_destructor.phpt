--TEST--
DB-9: a destructor, also one that the garbage collector calls, and two coroutines at once close a connection under a query
--DESCRIPTION--
Rules: io DB-9
Order: independent
--EXTENSIONS--
mysqli
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\await;

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/waits.php';

class Owner
{
    public ?Owner $self = null;

    public function __construct(private Closure $close) {}

    public function __destruct()
    {
        ($this->close)();
    }
}

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
$kinds = [
    'pgsql' => function () use ($postgres) {
        $db = pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW);
        return [fn() => pg_query($db, 'SELECT pg_sleep(1000)'), fn() => pg_close($db)];
    },
    'mysqli' => function () use ($maria) {
        $db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
        return [fn() => $db->query('SELECT SLEEP(1000)'), fn() => $db->close()];
    },
];
$ways = [
    'destructor' => function (Closure $close) {
        new Owner($close);
    },
    'garbage' => function (Closure $close) {
        $owner = new Owner($close);
        $owner->self = $owner;
        unset($owner);
        gc_collect_cycles();
    },
    'two' => function (Closure $close) {
        $ends = array_map(await(...), [ends($close), ends($close)]);
        sort($ends);
        echo '  ', implode(', ', $ends), "\n";
    },
];
foreach ($kinds as $kind => $open) {
    foreach ($ways as $way => $end) {
        [$query, $close] = $open();
        $waiting = ends($query);
        until_suspended($waiting);
        $end($close);
        echo "$kind, $way: ", await($waiting), "\n";
    }
}
// What is left to the end of the script is closed there.
[$query, $close] = $kinds['pgsql']();
$waiting = ends($query);
until_suspended($waiting);
$last = new Owner($close);
Async\spawn(function () use ($waiting) {
    echo 'the end: ', await($waiting), "\n";
});
unset($last);
--EXPECT--
pgsql, destructor: false
pgsql, garbage: false
  Error: PostgreSQL connection has already been closed, something
pgsql, two: false
mysqli, destructor: mysqli_sql_exception: MySQL server has gone away
mysqli, garbage: mysqli_sql_exception: MySQL server has gone away
  Error: mysqli object is already closed, something
mysqli, two: mysqli_sql_exception: MySQL server has gone away
the end: false
