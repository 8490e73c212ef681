--TEST--
All ways to read and to write go on with the connection of their coroutine, whatever runs in between
--DESCRIPTION--
Rules: PP-8, PP-10, PP-15, PP-47
Order: dependent
--EXTENSIONS--
pdo_sqlite
pdo_pgsql
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, delay, spawn, suspend};

final class Row
{
    public int $a;
    public string $b;
    public string $c;

    public function __construct(PDO $pdo)
    {
        suspend();
        $this->c = (string) $pdo->query("SELECT $this->a + 100")->fetchColumn();
        delay(1);
    }
}

/** Five coroutines at once, with numbers of their own. */
function five(string $what, PDO $pdo, Closure $call): void
{
    $coroutines = array_map(fn(int $from) => spawn($call, $from), [0, 3, 6, 9, 12]);
    echo "  $what: ", implode(' | ', array_map(Async\await(...), $coroutines)), ', ', counts($pdo->getPool()), "\n";
}

foreach (['sqlite', 'pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 3]);
    $database->makeTable($pdo);
    for ($i = 0; $i < 20; $i++) {
        $pdo->exec("INSERT INTO t (b) VALUES ('v$i')");
    }
    $select = fn(int $from, int $limit) => $pdo->query("SELECT a, b FROM t WHERE a > $from ORDER BY a LIMIT $limit");
    five('objects', $pdo, fn(int $from) => implode(',', array_map(
        fn(Row $row) => "$row->a$row->b$row->c",
        $select($from, 2)->fetchAll(PDO::FETCH_CLASS, Row::class, [$pdo]),
    )));
    five('into', $pdo, function (int $from) use ($select): string {
        $into = new stdClass();
        $statement = $select($from, 9);
        $statement->setFetchMode(PDO::FETCH_INTO, $into);
        $read = '';
        foreach ($statement as $row) {
            suspend();
            $read .= "$into->a,";
            if (strlen($read) > 3) {
                break;
            }
        }
        return $read;
    });
    five('bound columns', $pdo, function (int $from) use ($select): string {
        $statement = $select($from, 3);
        $statement->bindColumn(1, $a, PDO::PARAM_INT);
        $statement->bindColumn('b', $b);
        for ($read = ''; $statement->fetch(PDO::FETCH_BOUND); suspend()) {
            $read .= "$a$b,";
        }
        return $read;
    });
    $suspends = function ($a, string $b) use ($pdo): string {
        delay(1);
        return $b . $pdo->query('SELECT 1')->fetchColumn();
    };
    five('functions', $pdo, fn(int $from) => implode(',', $select($from, 2)->fetchAll(PDO::FETCH_FUNC, $suspends)));
    five('not to the end', $pdo, function (int $from) use ($pdo, $name): string {
        $options = $name === 'mysql' ? [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false] : [];
        $statement = $pdo->prepare("SELECT a FROM t WHERE a > $from ORDER BY a", $options);
        $statement->execute();
        $first = $statement->fetchColumn();
        suspend();
        return "$first,{$statement->fetchColumn()}";
    });
    $pdo->exec('CREATE TABLE l (a INT, d ' . ['pgsql' => 'BYTEA', 'sqlite' => 'BLOB', 'mysql' => 'LONGBLOB'][$name] . ')');
    five('large objects', $pdo, function (int $from) use ($pdo): string {
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        spawn(function () use ($theirs, $from): void {
            for ($i = 0; $i < 5; $i++, suspend()) {
                fwrite($theirs, str_repeat(chr(65 + $from), 1000));
            }
            fclose($theirs);
        });
        $insert = $pdo->prepare('INSERT INTO l VALUES (?, ?)');
        $insert->bindValue(1, $from, PDO::PARAM_INT);
        $insert->bindParam(2, $ours, PDO::PARAM_LOB);
        $insert->execute();
        $select = $pdo->prepare('SELECT d FROM l WHERE a = ?');
        $select->execute([$from]);
        $select->bindColumn(1, $read, PDO::PARAM_LOB);
        $select->fetch(PDO::FETCH_BOUND);
        $read = is_resource($read) ? stream_get_contents($read) : $read;
        return $read === str_repeat(chr(65 + $from), 5000) ? 'well' : 'mixed up';
    });
    if ($name === 'mysql') {
        five('several results', $pdo, function (int $from) use ($pdo): string {
            $statement = $pdo->query("SELECT $from; SELECT $from + 1; SELECT $from + 2");
            $read = [$statement->fetchColumn()];
            while ($statement->nextRowset()) {
                suspend();
                $read[] = $statement->fetchColumn();
            }
            return implode(',', $read);
        });
        five('the first of several', $pdo, fn(int $from) => (string) $pdo->query("SELECT $from; SELECT $from + 1")->fetchColumn());
    }
}
--EXPECT--
sqlite
  objects: 1v0101,2v1102 | 4v3104,5v4105 | 7v6107,8v7108 | 10v9110,11v10111 | 13v12113,14v13114, 3 connections, 3 idle, 0 active
  into: 1,2, | 4,5, | 7,8, | 10,11, | 13,14,, 3 connections, 3 idle, 0 active
  bound columns: 1v0,2v1,3v2, | 4v3,5v4,6v5, | 7v6,8v7,9v8, | 10v9,11v10,12v11, | 13v12,14v13,15v14,, 3 connections, 3 idle, 0 active
  functions: v01,v11 | v31,v41 | v61,v71 | v91,v101 | v121,v131, 3 connections, 3 idle, 0 active
  not to the end: 1,2 | 4,5 | 7,8 | 10,11 | 13,14, 3 connections, 3 idle, 0 active
  large objects: well | well | well | well | well, 3 connections, 3 idle, 0 active
pgsql
  objects: 1v0101,2v1102 | 4v3104,5v4105 | 7v6107,8v7108 | 10v9110,11v10111 | 13v12113,14v13114, 3 connections, 3 idle, 0 active
  into: 1,2, | 4,5, | 7,8, | 10,11, | 13,14,, 3 connections, 3 idle, 0 active
  bound columns: 1v0,2v1,3v2, | 4v3,5v4,6v5, | 7v6,8v7,9v8, | 10v9,11v10,12v11, | 13v12,14v13,15v14,, 3 connections, 3 idle, 0 active
  functions: v01,v11 | v31,v41 | v61,v71 | v91,v101 | v121,v131, 3 connections, 3 idle, 0 active
  not to the end: 1,2 | 4,5 | 7,8 | 10,11 | 13,14, 3 connections, 3 idle, 0 active
  large objects: well | well | well | well | well, 3 connections, 3 idle, 0 active
mysql
  objects: 1v0101,2v1102 | 4v3104,5v4105 | 7v6107,8v7108 | 10v9110,11v10111 | 13v12113,14v13114, 3 connections, 3 idle, 0 active
  into: 1,2, | 4,5, | 7,8, | 10,11, | 13,14,, 3 connections, 3 idle, 0 active
  bound columns: 1v0,2v1,3v2, | 4v3,5v4,6v5, | 7v6,8v7,9v8, | 10v9,11v10,12v11, | 13v12,14v13,15v14,, 3 connections, 3 idle, 0 active
  functions: v01,v11 | v31,v41 | v61,v71 | v91,v101 | v121,v131, 3 connections, 3 idle, 0 active
  not to the end: 1,2 | 4,5 | 7,8 | 10,11 | 13,14, 3 connections, 3 idle, 0 active
  large objects: well | well | well | well | well, 3 connections, 3 idle, 0 active
  several results: 0,1,2 | 3,4,5 | 6,7,8 | 9,10,11 | 12,13,14, 3 connections, 3 idle, 0 active
  the first of several: 0 | 3 | 6 | 9 | 12, 3 connections, 3 idle, 0 active
