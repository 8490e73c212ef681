--TEST--
DB-1, DB-5, DB-7: MariaDB through a peer that trickles, cuts, resets and stops in a connect and in an answer: as in stock PHP
--DESCRIPTION--
Rules: io DB-1, io DB-5, io DB-7, io DB-4, io CX-5, io CX-7
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
pdo_mysql
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$server = MariaDbServer::start();
watchdog(100);
$scripts = [
    'good' => [['proxy', $server->port]],
    'trickles' => [['meanwhile'], ['proxy', $server->port, 'piece' => 1]],
    'says nothing' => [['silent']],
    'resets at once' => [['meanwhile'], ['reset']],
    'closes at once' => [['meanwhile'], ['close']],
    'talks something else' => [['meanwhile'], ['send', "HTTP/1.0 400 Bad Request\r\n\r\n"], ['meanwhile'], ['close']],
];
foreach (['connect' => [null, [3, 30]], 'query' => ['hostile', [0, 3, 40, 2000]]] as $what => [$from, $places]) {
    foreach ($places as $bytes) {
        foreach (['close', 'reset', 'half-close', 'silent'] as $end) {
            $then = match ($end) {
                'silent' => [['silent']],
                'half-close' => [['meanwhile'], ['half-close'], ['read', 'the end']],
                default => [['meanwhile'], [$end]],
            };
            $scripts["$what $bytes, $end"] = [['proxy', $server->port, 'from' => $from, 'cut' => $bytes, 'then' => $then]];
        }
    }
}
// Without reports of leaks: stock PHP leaks where an answer is cut.
hostile_test($scripts, <<<'PHP'
    $open = fn(string $script) => new mysqli('127.0.0.1', 'root', '', 'mysql', port($script));
    $pdo = fn(string $script, array $options = []) =>
        new PDO('mysql:host=127.0.0.1;dbname=mysql;port=' . port($script), 'root', '', $options);
    $sql = fn(string $script) => $script === 'trickles' ? "SELECT 'hostile', 1"
        : "WITH RECURSIVE seq(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM seq WHERE n < 20) SELECT 'hostile', REPEAT('x', 500) FROM seq";
    $rows = function ($result) {
        for ($rows = 0; $result->fetch_row(); $rows++);
        return $rows;
    };
    $calls = [
        'mysqli' => function ($script) use ($open, $sql) {
            $db = $open($script);
            return [$db->query($sql($script))->num_rows, $db->errno];
        },
        'mysqli, and then' => function ($script) use ($open, $sql) {
            $db = $open($script);
            try {
                $db->query($sql($script));
            } catch (mysqli_sql_exception $e) {
                $db->query('SELECT 1');
            }
        },
        'mysqli unbuffered' => function ($script) use ($open, $sql, $rows) {
            $db = $open($script);
            $result = $db->query($sql($script), MYSQLI_USE_RESULT);
            return [$rows($result), $db->errno, $db->error];
        },
        'mysqli prepared' => function ($script) use ($open, $sql, $rows) {
            // A connection ends with its object, also below a statement.
            $db = $open($script);
            $statement = $db->prepare($sql($script) . " WHERE ? = 'a'");
            $value = 'a';
            $statement->bind_param('s', $value);
            $statement->execute();
            return $rows($statement->get_result());
        },
        'mysqli multi' => function ($script) use ($open, $sql, $rows) {
            $db = $open($script);
            $db->multi_query($sql($script) . "; SELECT 2");
            $all = [];
            do {
                $all[] = ($result = $db->store_result()) ? $rows($result) : $db->error;
            } while ($db->more_results() && $db->next_result());
            return $all;
        },
        'mysqli asynchronous' => function ($script) use ($open, $sql) {
            $db = $open($script);
            $result = $db->query($sql($script), MYSQLI_ASYNC);
            [$r, $e, $x] = [[$db], [], []];
            mysqli_poll($r, $e, $x, 30);
            return $db->reap_async_query()->num_rows;
        },
        'PDO query' => fn($script) => count($pdo($script)->query($sql($script))->fetchAll()),
        'PDO unbuffered' => fn($script) =>
            count($pdo($script, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false])->query($sql($script))->fetchAll()),
        'PDO prepare' => function ($script) use ($pdo, $sql) {
            $statement = $pdo($script, [PDO::ATTR_EMULATE_PREPARES => false])->prepare($sql($script) . " WHERE ? = 'a'");
            $statement->execute(['a']);
            return count($statement->fetchAll());
        },
        'PDO without exceptions' => function ($script) use ($pdo, $sql) {
            $db = $pdo($script, [PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING]);
            $result = $db->query($sql($script));
            return [$result ? $result->rowCount() : false, $db->errorInfo(), (bool) @$db->query('SELECT 1')];
        },
    ];
    $connects = ['mysqli' => fn($script) => is_object($open($script)), 'PDO' => fn($script) => is_object($pdo($script))];
    $limited = function (Closure $call, string $script) {
        ini_set('mysqlnd.net_read_timeout', 1);
        try {
            return $call($script);
        } finally {
            ini_restore('mysqlnd.net_read_timeout');
        }
    };
    $cases = $cancelled = [];
    foreach (['close', 'reset', 'half-close'] as $end) {
        foreach ([0, 3, 40, 2000] as $bytes) {
            foreach ($calls as $name => $call) {
                $cases["$end in an answer: $bytes, $name"] = fn() => $call("query $bytes, $end");
            }
        }
        foreach ([3, 30] as $bytes) {
            foreach ($connects as $name => $connect) {
                $cases["$end in a connect: $bytes, $name"] = fn() => $connect("connect $bytes, $end");
            }
        }
    }
    foreach ($calls as $name => $call) {
        $cases["trickles: $name"] = fn() => $call('trickles');
        foreach ([0, 40] as $bytes) {
            $cancelled["$bytes, $name"] = ["query $bytes, silent", fn() => $call("query $bytes, silent")];
        }
    }
    foreach ($connects as $name => $connect) {
        foreach (['resets at once', 'closes at once', 'talks something else'] as $script) {
            $cases["not a server: $script, $name"] = fn() => $connect($script);
        }
        foreach (['says nothing', 'connect 30, silent'] as $script) {
            $cases["time limit: $script, $name"] = fn() => $limited($connect, $script);
            $cancelled["$script, $name"] = [$script, fn() => $connect($script)];
        }
    }
    $cases['time limit: query, mysqli'] = fn() => $limited($calls['mysqli'], 'query 40, silent');
    $cases['time limit: query, PDO'] = fn() => $limited($calls['PDO query'], 'query 40, silent');
    $cases['an answer that is cut'] = fn() => $calls['PDO query']('query 2000, reset');
    $cancelled['then used again'] = ['query 3, silent', function () use ($open, $sql) {
        $db = $open('query 3, silent');
        try {
            return $db->query($sql(''));
        } catch (Async\AsyncCancellation) {
            try {
                return $db->query('SELECT 1');
            } catch (mysqli_sql_exception $e) {
                return [$e->getCode(), $open('good')->query('SELECT 1')->fetch_row()];
            }
        }
    }];
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP, ['report_memleaks' => 0], ...shared_extensions('mysqlnd', 'mysqli', 'pdo', 'pdo_mysql'));
?>
--EXPECT--
an answer that is cut: "PDOException(HY000): SQLSTATE[HY000]: General error: 2006 MySQL server has gone away"
close in an answer: 40 as in stock
close in a connect: 4 as in stock
reset in an answer: 40 as in stock
reset in a connect: 4 as in stock
half-close in an answer: 40 as in stock
half-close in a connect: 4 as in stock
trickles: 10 as in stock
not a server: 6 as in stock
time limit: 6 as in stock
cancelled: 24 cases: "AsyncCancellation"
cancelled: then used again: [2006,["1"]]
