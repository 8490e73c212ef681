--TEST--
Connections to one shared cache of SQLite take turns: it holds the cache's mutex while a query waits
--DESCRIPTION--
Rules: io DB-8, io FW-2, PP-43
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children(<<<'PHP'
use function Async\{await, delay, spawn, suspend};
$inside = 0;
$slow = function ($x) use (&$inside) { $inside++; delay(20); $inside--; return $x; };
$source = 'file:mm?mode=memory&cache=shared';
/** What two coroutines return, the second of which begins while the first one is in its query. */
function both(callable $first, callable $second): void
{
    global $inside;
    $a = spawn($first);
    while (!$inside) suspend();
    $b = spawn($second);
    echo json_encode([await($a), await($b)]), "\n";
}
function all(PDO $connection, string $query): array { return $connection->query($query)->fetchAll(PDO::FETCH_COLUMN); }
const FILL = 'create table t (v); insert into t values (1); insert into t values (2)';
PHP, [
    'PDO' => '$a = new PDO("sqlite:$source"); $b = new PDO("sqlite:$source"); $a->exec(FILL); $a->sqliteCreateFunction("slow", $slow);
        both(fn() => all($a, "select slow(v) from t"), fn() => all($b, "select v from t"));',
    'PDO, a new connection' => '$a = new PDO("sqlite:$source"); $a->exec(FILL); $a->sqliteCreateFunction("slow", $slow);
        both(fn() => all($a, "select slow(v) from t"),
            fn() => (new PDO("sqlite:$source"))->query("select count(*) from t")->fetchColumn());',
    'PDO, a statement goes' => '$a = new PDO("sqlite:$source"); $b = new PDO("sqlite:$source"); $a->exec(FILL);
        $a->sqliteCreateFunction("slow", $slow); $statement = $b->query("select v from t");
        both(fn() => all($a, "select slow(v) from t"), function () use (&$statement) { $statement = null; return "gone"; });',
    'the pool' => '$a = new PDO("sqlite:$source", options: [PDO::ATTR_POOL_ENABLED => true]);
        $a->sqliteCreateFunction("slow", $slow); $a->exec(FILL);
        both(fn() => all($a, "select slow(v) from t"), fn() => all($a, "select v from t"));',
    'a lock that a third one holds' => '$file = tempnam(sys_get_temp_dir(), "cache"); $a = new PDO("sqlite:file:$file?cache=shared");
        $b = new PDO("sqlite:file:$file?cache=shared"); $a->exec(FILL); $other = new PDO("sqlite:$file"); $other->exec("begin immediate");
        spawn(function () use ($other) { delay(50); $other->exec("commit"); });
        $x = spawn(fn() => $a->exec("update t set v = 3"));
        $y = spawn(function () use ($b) { delay(5); return $b->query("select v from t")->fetchColumn(); });
        echo json_encode([await($x), await($y)]), "\n"; unlink($file);',
    'a cache of its own does not wait' => '$a = new PDO("sqlite::memory:");
        $b = new PDO("sqlite::memory:"); $a->sqliteCreateFunction("slow", $slow);
        both(fn() => $a->query("select slow(1)")->fetchColumn(),
            function () use ($b) { global $inside; return $b->query("select 1")->fetchColumn() . " $inside"; });',
], with_extensions('pdo', 'pdo_sqlite'));
--EXPECT--
-- PDO
[[1,2],[1,2]]
[status 0]
-- PDO, a new connection
[[1,2],2]
[status 0]
-- PDO, a statement goes
[[1,2],"gone"]
[status 0]
-- the pool
[[1,2],[1,2]]
[status 0]
-- a lock that a third one holds
[2,3]
[status 0]
-- a cache of its own does not wait
[1,"1 1"]
[status 0]
