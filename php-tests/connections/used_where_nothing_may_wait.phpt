--TEST--
FW-2, FW-4, FW-5: where a coroutine may not be left, a call on a connection that another one is inside of throws an Error
--DESCRIPTION--
Rules: io FW-2, io FW-4, io FW-5, io DB-2
Order: independent
--EXTENSIONS--
pdo_pgsql
pgsql
pdo_mysql
mysqli
dom
session
--INI--
session.use_cookies=0
session.cache_limiter=
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

// A session is not begun when output has been sent.
ob_start();

/** How a call ends, its value as text. */
function outcome(Closure $call): string
{
    try {
        return (string) $call();
    } catch (Error $e) {
        return $e->getMessage();
    }
}

/** PHP's sessions are one for the process: nothing suspends in a handler of theirs. */
final class Handler implements SessionHandlerInterface
{
    public string $outcome;

    public function __construct(private Closure $call) {}

    public function read(string $id): string
    {
        $this->outcome = outcome($this->call);
        return '';
    }

    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function write(string $id, string $data): bool { return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $seconds): int { return 0; }
}

function in_session(Closure $call): string
{
    session_set_save_handler($handler = new Handler($call), false);
    session_start();
    session_abort();
    return $handler->outcome;
}

/** Nor does I/O in the middle of a walk over a document. */
function in_search(Closure $call): string
{
    $GLOBALS['called'] = function () use ($call, &$outcome) {
        $outcome = outcome($call);
        return '';
    };
    $document = new DOMDocument();
    $document->loadXML('<r/>');
    $path = new DOMXPath($document);
    $path->registerNamespace('php', 'http://php.net/xpath');
    $path->registerPhpFunctions();
    $path->query("/r[php:function('called')]");
    return $outcome;
}

function called(): string { return $GLOBALS['called'](); }

$pgsql = PostgresServer::start();
$mysql = MariaDbServer::start();
$pdo_pgsql = fn() => new PDO($pgsql->dsn(), $pgsql->user, '');
$pdo_mysql = fn() => new PDO($mysql->dsn(), $mysql->user, '');
$mysqli = fn() => new mysqli($mysql->host, $mysql->user, '', 'mysql', $mysql->port);
$kinds = [
    'PDO pgsql' => [$pdo_pgsql, $pdo_pgsql, fn(PDO $db, string $sql) => $db->query($sql)->fetchColumn(1)],
    'pgsql' => [fn() => pg_connect($pgsql->connection(), PGSQL_CONNECT_FORCE_NEW), $pdo_pgsql,
        fn($db, string $sql) => pg_fetch_result(pg_query($db, $sql), 0, 1)],
    'PDO mysql' => [$pdo_mysql, $pdo_mysql, fn(PDO $db, string $sql) => $db->query($sql)->fetchColumn(1)],
    'mysqli' => [$mysqli, $pdo_mysql, fn(mysqli $db, string $sql) => $db->query($sql)->fetch_row()[1]],
];
foreach ($kinds as $kind => [$connect, $connect_locker, $ask]) {
    [$db, $other, $locker] = [$connect(), $connect(), $connect_locker()];
    [$lock, $unlock] = str_contains($kind, 'pgsql')
        ? ['pg_advisory_lock(7)', 'pg_advisory_unlock(7)'] : ["GET_LOCK('a', 600)", "RELEASE_LOCK('a')"];
    $locker->query("SELECT $lock")->fetchAll();
    echo "$kind, nobody inside: ", in_session(fn() => $ask($db, "SELECT 0, 'short'")), "\n";
    $long = ends(fn() => $GLOBALS['answer'] = $ask($db, "SELECT $lock, 'long'"));
    until_suspended($long);
    echo '    in a session: ', in_session(fn() => $ask($db, "SELECT 0, 'short'")), "\n";
    echo '    in a search: ', in_search(fn() => $ask($db, "SELECT 0, 'short'")), "\n";
    echo '    on another connection: ', in_session(fn() => $ask($other, "SELECT 0, 'short'")), "\n";
    $locker->query("SELECT $unlock")->fetchAll();
    echo '    what was inside: ', await($long), ", $answer\n";
    $ask($db, "SELECT 0, $unlock");
    echo '    afterwards: ', in_session(fn() => $ask($db, "SELECT 0, 'short'")), ', ', $ask($db, "SELECT 0, 'more'"), "\n";
}

echo "What is left of calls and connections:\n";
[$db, $locker] = [$pdo_pgsql(), $pdo_pgsql()];
$db->beginTransaction();
$lob = $db->pgsqlLOBOpen($db->pgsqlLOBCreate(), 'w+');
fwrite($lob, 'large object');
rewind($lob);
$rows = $db->query("SELECT 1 UNION SELECT 2");
$locker->query('SELECT pg_advisory_lock(7)')->fetchAll();
$long = ends(fn() => $GLOBALS['answer'] = $db->query("SELECT pg_advisory_lock(7), 'long'")->fetchColumn(1));
until_suspended($long);
echo 'foreach: ', in_session(fn() => json_encode(iterator_to_array($rows))), "\n";
echo 'a large object: ', in_session(fn() => fread($lob, 5)), "\n";
echo 'closed: ', in_session(fn() => json_encode(fclose($lob))), "\n";
$locker->query('SELECT pg_advisory_unlock(7)')->fetchAll();
echo 'what was inside: ', await($long), ", $answer\n";
echo 'afterwards: ', count($rows->fetchAll()), ' rows, ', json_encode($db->commit()), ', ', $db->query('SELECT 4')->fetchColumn(), "\n";

// A coroutine that is inside itself goes on.
$sqlite = new PDO('sqlite::memory:');
$sqlite->sqliteCreateFunction('own', fn() => $sqlite->query("SELECT 'inside'")->fetchColumn());
echo 'its own: ', in_session(fn() => $sqlite->query('SELECT own()')->fetchColumn()), "\n";
--EXPECT--
PDO pgsql, nobody inside: short
    in a session: Cannot use what another coroutine is using, because nothing can be waited for here (PDO)
    in a search: Cannot use what another coroutine is using, because nothing can be waited for here (PDO)
    on another connection: short
    what was inside: something, long
    afterwards: short, more
pgsql, nobody inside: short
    in a session: Cannot use what another coroutine is using, because nothing can be waited for here (pgsql)
    in a search: Cannot use what another coroutine is using, because nothing can be waited for here (pgsql)
    on another connection: short
    what was inside: something, long
    afterwards: short, more
PDO mysql, nobody inside: short
    in a session: Cannot use what another coroutine is using, because nothing can be waited for here (PDO)
    in a search: Cannot use what another coroutine is using, because nothing can be waited for here (PDO)
    on another connection: short
    what was inside: something, long
    afterwards: short, more
mysqli, nobody inside: short
    in a session: Cannot use what another coroutine is using, because nothing can be waited for here (mysqli)
    in a search: Cannot use what another coroutine is using, because nothing can be waited for here (mysqli)
    on another connection: short
    what was inside: something, long
    afterwards: short, more
What is left of calls and connections:
foreach: Cannot use what another coroutine is using, because nothing can be waited for here (foreach)
a large object: Cannot use what another coroutine is using, because nothing can be waited for here (channel)
closed: true
what was inside: something, long
afterwards: 2 rows, true, 4
its own: inside
