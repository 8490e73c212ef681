--TEST--
DB-1, DB-5, DB-7: PostgreSQL through a peer that trickles, cuts, resets and stops in a connect and in an answer: as in stock PHP
--DESCRIPTION--
Rules: io DB-1, io DB-5, io DB-7, io DB-4, io CX-5, io CX-7
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$server = PostgresServer::start();
watchdog(100);
$scripts = [
    'good' => [['proxy', $server->port]],
    'trickles' => [['meanwhile'], ['proxy', $server->port, 'piece' => 1]],
    'says nothing' => [['silent']],
    'resets at once' => [['meanwhile'], ['reset']],
    'closes at once' => [['read', 1], ['meanwhile'], ['read', 3], ['read', 4], ['close']],
    'talks something else' => [['meanwhile'], ['send', "HTTP/1.0 400 Bad Request\r\n\r\n"], ['read', 'the end']],
];
foreach (['connect' => [null, [1, 30]], 'query' => ['hostile', [0, 3, 40, 2000]]] as $what => [$from, $places]) {
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
    $open = fn(string $script, string $more = '') =>
        pg_connect('host=127.0.0.1 dbname=postgres user=test sslmode=disable gssencmode=disable port=' . port($script) . $more,
        PGSQL_CONNECT_FORCE_NEW);
    $pdo = fn(string $script, array $options = []) =>
        new PDO('pgsql:host=127.0.0.1;dbname=postgres;sslmode=disable;gssencmode=disable;port=' . port($script), 'test', '', $options);
    $sql = fn(string $script) => $script === 'trickles' ? "SELECT 'hostile', n FROM generate_series(1, 5) AS n"
        : "SELECT 'hostile', repeat('x', 1000) FROM generate_series(1, 100)";
    $state = fn($db) => pg_connection_status($db) === PGSQL_CONNECTION_OK ? 'ok' : 'bad';
    $calls = [
        'pg_query' => function ($script) use ($open, $sql, $state) {
            $db = $open($script);
            $result = pg_query($db, $sql($script));
            return [$result ? pg_num_rows($result) : $result, pg_last_error($db), $state($db),
                $result ? 0 : (bool) pg_query($db, 'SELECT 1')];
        },
        'pg_query_params' => function ($script) use ($open, $sql, $state) {
            $db = $open($script);
            $result = pg_query_params($db, $sql($script) . " WHERE $1 = 'a'", ['a']);
            return [$result ? pg_num_rows($result) : $result, pg_last_error($db), $state($db)];
        },
        'pg_send_query' => function ($script) use ($open, $sql, $state) {
            $db = $open($script);
            $sent = pg_send_query($db, $sql($script));
            for ($results = []; $result = pg_get_result($db); $results[] = [pg_result_status($result), pg_result_error($result)]);
            return [$sent, $results, $state($db)];
        },
        'pg_copy_to' => function ($script) use ($open, $sql, $state) {
            $db = $open($script);
            $rows = pg_copy_to($db, "({$sql($script)})");
            return [is_array($rows) ? count($rows) : $rows, pg_last_error($db), $state($db)];
        },
        'PDO query' => function ($script) use ($pdo, $sql) {
            return count($pdo($script)->query($sql($script))->fetchAll());
        },
        'PDO prepare' => function ($script) use ($pdo, $sql) {
            $statement = $pdo($script)->prepare($sql($script) . " WHERE ? = 'a'");
            $statement->execute(['a']);
            return count($statement->fetchAll());
        },
        'PDO without exceptions' => function ($script) use ($pdo, $sql) {
            $db = $pdo($script, [PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING]);
            $result = $db->query($sql($script));
            return [$result ? $result->rowCount() : false, $db->errorInfo(), (bool) @$db->query('SELECT 1')];
        },
    ];
    $connects = [
        'pg_connect' => fn($script) => is_object($open($script)),
        'PDO' => fn($script) => is_object($pdo($script)),
        'pg_connect without waiting' => function ($script) use ($open) {
            $db = pg_connect('host=127.0.0.1 dbname=postgres user=test sslmode=disable gssencmode=disable port=' . port($script),
                PGSQL_CONNECT_FORCE_NEW | PGSQL_CONNECT_ASYNC);
            while (!in_array($status = pg_connect_poll($db), [PGSQL_POLLING_OK, PGSQL_POLLING_FAILED])) {
                [$r, $w, $e] = $status === PGSQL_POLLING_READING ? [[pg_socket($db)], [], []] : [[], [pg_socket($db)], []];
                stream_select($r, $w, $e, 30);
            }
            return [$status, pg_last_error($db)];
        },
    ];
    $cases = $cancelled = [];
    foreach (['close', 'reset', 'half-close'] as $end) {
        foreach ([0, 3, 40, 2000] as $bytes) {
            foreach ($calls as $name => $call) {
                $cases["$end in an answer: $bytes, $name"] = fn() => $call("query $bytes, $end");
            }
        }
        foreach ([1, 30] as $bytes) {
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
        // libpq frees a connection that is being made when the server has answered, in stock PHP as well.
        if ($name === 'pg_connect without waiting') {
            continue;
        }
        $cancelled["connect, $name"] = ['connect 30, silent', fn() => $connect('connect 30, silent')];
        $cancelled["silence, $name"] = ['says nothing', fn() => $connect('says nothing')];
    }
    $cases['the last row'] = fn() => pg_fetch_row(pg_query($open('trickles'), "SELECT 'hostile'"));
    $cases['an answer that is cut'] = fn() => $calls['PDO query']('query 2000, reset');
    $cases['time limit of pg_connect'] = fn() => $open('says nothing', ' connect_timeout=2');
    $cases['time limit of PDO'] = fn() => $pdo('connect 30, silent', [PDO::ATTR_TIMEOUT => 2]);
    $cancelled['then reset'] = ['query 3, silent', function () use ($open, $sql, $state) {
        $db = $open('query 3, silent');
        try {
            return pg_query($db, $sql(''));
        } catch (Async\AsyncCancellation) {
            return [@pg_query($db, 'SELECT 1'), $state($db), pg_connection_reset($db), $state($db),
                pg_fetch_result(pg_query($db, 'SELECT 1'), 0, 0)];
        }
    }];
    // The extension keeps the connection that was opened last: always one to the server itself.
    $after = fn() => $open('good');
    return ['cases' => $cases, 'cancelled' => $cancelled, 'after' => $after];
    PHP, ['report_memleaks' => 0], ...shared_extensions('pdo', 'pgsql', 'pdo_pgsql'));
?>
--EXPECT--
the last row: ["hostile"]
an answer that is cut: "PDOException(HY000): SQLSTATE[HY000]: General error: 7 server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request."
time limit of pg_connect: false
time limit of PDO: "PDOException(7): SQLSTATE[08006] [7] connection to server at \"127.0.0.1\", port NUMBER failed: timeout expired"
close in an answer: 28 as in stock
close in a connect: 6 as in stock
reset in an answer: 28 as in stock
reset in a connect: 6 as in stock
half-close in an answer: 28 as in stock
half-close in a connect: 6 as in stock
trickles: 7 as in stock
not a server: 9 as in stock
cancelled: 18 cases: "AsyncCancellation"
cancelled: then reset: [false,"bad",true,"ok","1"]
