--TEST--
FW-1, CX-5: a cancellation in PHP code that a call of a library calls is what the caller sees, not what the library makes of it
--DESCRIPTION--
Rules: io FW-1, io CX-5
Order: independent
--EXTENSIONS--
mysqli
pdo_mysql
simplexml
sqlite3
--INI--
mysqli.allow_local_infile=1
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/database.php';

/** What a stream of the class does when it is opened, read or cast, or a function of SQL. */
final class Inside
{
    public static int $calls = 0;
    public static Closure $does;

    public static function wait(): int
    {
        self::$calls++;
        return (self::$does)();
    }
}

final class Slow
{
    public $context;

    public function stream_open(string $path): bool
    {
        return !str_contains($path, 'open') || Inside::wait();
    }

    public function stream_read(): string
    {
        return str_repeat("1\n", Inside::wait());
    }

    public function stream_eof(): bool
    {
        return false;
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function url_stat(): array
    {
        return [];
    }

    public function stream_cast()
    {
        return Inside::wait() ? false : false;
    }
}
stream_wrapper_register('slow', Slow::class);

$maria = MariaDbServer::start();
$load = "LOAD DATA LOCAL INFILE 'slow://a' INTO TABLE mysql.t";
$kinds = [
    'mysqli' => function () use ($maria, $load) {
        $db = mysqli_init();
        $db->options(MYSQLI_OPT_LOCAL_INFILE, 1);
        $db->real_connect($maria->host, $maria->user, '', 'mysql', $maria->port);
        $db->query('CREATE TEMPORARY TABLE t (x INT)');
        return fn() => $db->query($load);
    },
    'PDO mysql' => function () use ($maria, $load) {
        $db = new PDO($maria->dsn(), $maria->user, '', [PDO::MYSQL_ATTR_LOCAL_INFILE => 1]);
        $db->exec('CREATE TEMPORARY TABLE t (x INT)');
        return fn() => $db->exec($load);
    },
    'SQLite3' => function () {
        $db = new SQLite3(':memory:');
        $db->enableExceptions(true);
        $db->createFunction('f', Inside::wait(...));
        return fn() => $db->querySingle('SELECT f()');
    },
    'SplFileObject' => fn() => fn() => new SplFileObject('slow://open'),
    'SimpleXMLElement' => fn() => fn() => new SimpleXMLElement('slow://a', 0, true),
    'stream_select' => function () {
        $streams = [fopen('slow://a', 'r')];
        $none = null;
        return fn() => stream_select($streams, $none, $none, 0);
    },
];

/** The classes of what a coroutine throws that is cancelled inside, from the outermost to the first cause. */
function cancelled(Closure $call, Closure $does): string
{
    Inside::$calls = 0;
    Inside::$does = $does;
    $coroutine = spawn($call);
    while (Inside::$calls === 0 && !$coroutine->isCompleted()) {
        suspend();
    }
    $coroutine->cancel();
    try {
        await($coroutine);
        return 'nothing';
    } catch (Throwable $e) {
        for ($all = []; $e; $e = $e->getPrevious()) {
            $all[] = preg_replace('/.*\\\\/', '', $e::class);
        }
        return implode(' <- ', $all);
    }
}

$wait = function (): int {
    while (true) {
        suspend();
    }
};
$translate = function () use ($wait): int {
    try {
        return $wait();
    } catch (Async\AsyncCancellation $e) {
        throw new RuntimeException('translated', 0, $e);
    }
};
set_error_handler(fn() => true);
foreach ($kinds as $kind => $open) {
    echo "$kind: ", cancelled($open(), $wait), '; translated: ', cancelled($open(), $translate), "\n";
}
--EXPECT--
mysqli: AsyncCancellation; translated: mysqli_sql_exception <- RuntimeException <- AsyncCancellation
PDO mysql: AsyncCancellation; translated: RuntimeException <- AsyncCancellation
SQLite3: AsyncCancellation; translated: RuntimeException <- AsyncCancellation
SplFileObject: AsyncCancellation; translated: RuntimeException <- AsyncCancellation
SimpleXMLElement: AsyncCancellation; translated: Exception <- RuntimeException <- AsyncCancellation
stream_select: AsyncCancellation; translated: ValueError <- RuntimeException <- AsyncCancellation
