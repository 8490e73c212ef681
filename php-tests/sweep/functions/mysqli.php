<?php

/*
 * mysqli, methods and functions, on MariaDB. Results are unbuffered where rows have to be waited for.
 */

$select = fn(Side $s) => "SELECT id, name FROM sweep_$s->name ORDER BY id";
$rows = fn(Side $s) => "SELECT seq, SLEEP(0.012), REPEAT('$s->name', 20000) FROM seq_1_to_3";
$link = fn(Side $s) => slow_mysqli($s);
$asked = fn(Side $s) => tap(slow_mysqli($s), fn($link) => $link->real_query($rows($s)));
$askedTwice = fn(Side $s) => tap(slow_mysqli($s), function ($link) use ($s, $select) {
    $link->multi_query($select($s) . '; SELECT SLEEP(0.005)');
    $link->store_result();
});
$askedLater = fn(Side $s) => tap(slow_mysqli($s), fn($link) => $link->query("SELECT SLEEP(0.02), '$s->name'", MYSQLI_ASYNC));
$changed = fn(Side $s) => tap(slow_mysqli($s), function ($link) use ($s) {
    $link->begin_transaction();
    $link->query("DELETE FROM sweep_$s->name WHERE id = 1");
    $link->savepoint('point');
});
$warned = fn(Side $s) => tap(slow_mysqli($s), fn($link) => $link->query("SELECT CAST('$s->name' AS SIGNED)"));
$unconnected = fn() => mysqli_init();
$streaming = fn(Side $s) => tap(slow_mysqli($s)->query($rows($s), MYSQLI_USE_RESULT), fn($result) => $result->fetch_row());
$stored = fn(Side $s) => slow_mysqli($s)->query($select($s));
$prepared = fn(Side $s) => slow_mysqli($s)->prepare("SELECT id, name FROM sweep_$s->name WHERE id >= ?");
$executed = fn(Side $s) => tap($prepared($s), fn($statement) => $statement->execute([1 + $s->n]));
$streamed = fn(Side $s) => tap(slow_mysqli($s)->prepare($rows($s)), function ($statement) {
    $statement->execute();
    $statement->bind_result($one, $two, $three);
    $statement->fetch();
});
$sent = fn(Side $s) => tap(slow_mysqli($s)->prepare($rows($s)), fn($statement) => $statement->execute());
$warnedStatement = fn(Side $s) => tap(slow_mysqli($s)->prepare("SELECT CAST('$s->name' AS SIGNED)"), function ($statement) {
    $statement->execute();
    $statement->store_result();
});
$called = function (Side $s) {
    $link = slow_mysqli($s);
    $link->query('CREATE PROCEDURE IF NOT EXISTS sweep_two() BEGIN SELECT 1; SELECT SLEEP(0.005); END');
    $statement = $link->prepare('CALL sweep_two()');
    $statement->execute();
    $statement->store_result();
    return $statement;
};
$fresh = fn(Side $s) => slow_mysqli($s)->stmt_init();
$address = fn() => ['127.0.0.1', 'root', '', 'mysql', Servers::port('mariadb')];

/** @var array<string, array{0: Closure, 1?: Closure}> object and further arguments by method; for functions mysqli_METHOD likewise */
$ofLink = [
    'autocommit' => [$link, fn() => [false]],
    'begin_transaction' => [$link],
    'change_user' => [$link, fn() => ['root', '', 'mysql']],
    'character_set_name' => [$link],
    'close' => [$link],
    'commit' => [$changed],
    'rollback' => [$changed],
    'dump_debug_info' => [$link],
    'execute_query' => [$link, fn(Side $s) => [$select($s)]],
    'get_charset' => [$link],
    'get_connection_stats' => [$link],
    'get_server_info' => [$link],
    'get_warnings' => [$warned],
    'kill' => [$link, fn() => [999_999]],
    'more_results' => [$askedTwice],
    'multi_query' => [$link, fn(Side $s) => [$select($s) . '; SELECT 1']],
    'next_result' => [$askedTwice],
    'options' => [$link, fn() => [MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1]],
    'set_opt' => [$link, fn() => [MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1]],
    'ping' => [$link],
    'prepare' => [$link, fn(Side $s) => [$select($s)]],
    'query' => [$link, fn(Side $s) => [$select($s)]],
    'real_connect' => [$unconnected, $address],
    'real_escape_string' => [$link, fn(Side $s) => ["'{$s->word()}"]],
    'escape_string' => [$link, fn(Side $s) => ["'{$s->word()}"]],
    'real_query' => [$link, fn(Side $s) => [$select($s)]],
    'reap_async_query' => [$askedLater],
    'refresh' => [$link, fn() => [MYSQLI_REFRESH_STATUS]],
    'release_savepoint' => [$changed, fn() => ['point']],
    'savepoint' => [$changed, fn(Side $s) => [$s->word()]],
    'select_db' => [$link, fn() => ['mysql']],
    'set_charset' => [$link, fn() => ['latin1']],
    'ssl_set' => [$unconnected, fn() => [null, null, null, null, null]],
    'stat' => [$link],
    'stmt_init' => [$link],
    'store_result' => [$asked],
    'use_result' => [$asked],
    'affected_rows' => [$link], 'errno' => [$link], 'error' => [$link], 'error_list' => [$link], 'field_count' => [$link],
    'get_host_info' => [$link], 'get_proto_info' => [$link], 'get_server_version' => [$link], 'info' => [$link], 'insert_id' => [$link],
    'sqlstate' => [$link], 'thread_id' => [$link], 'warning_count' => [$link],
];
$ofResult = [
    'close' => [$streaming], 'free' => [$streaming], 'free_result' => [$streaming],
    'data_seek' => [$stored, fn() => [1]],
    'fetch_all' => [$streaming], 'fetch_array' => [$streaming], 'fetch_assoc' => [$streaming], 'fetch_object' => [$streaming],
    'fetch_row' => [$streaming], 'fetch_column' => [$streaming],
    'fetch_field' => [$stored], 'fetch_fields' => [$stored], 'fetch_field_direct' => [$stored, fn() => [1]], 'fetch_lengths' => [$stored],
    'field_seek' => [$stored, fn() => [1]], 'field_tell' => [$stored], 'num_fields' => [$stored], 'num_rows' => [$stored],
    'getIterator' => [$stored],
];
$ofStatement = [
    'attr_get' => [$prepared, fn() => [MYSQLI_STMT_ATTR_CURSOR_TYPE]],
    'attr_set' => [$prepared, fn() => [MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_NO_CURSOR]],
    'bind_param' => [$prepared, fn(Side $s) => ['i', $s->n]],
    'bind_result' => [$executed, fn() => [null, null]],
    'close' => [$streamed],
    'data_seek' => [$executed, fn() => [0]],
    'execute' => [$prepared, fn(Side $s) => [[1 + $s->n]]],
    'fetch' => [$streamed],
    'free_result' => [$streamed],
    'get_result' => [$sent],
    'get_warnings' => [$warnedStatement],
    'more_results' => [$called],
    'next_result' => [$called],
    'num_rows' => [$executed],
    'prepare' => [$fresh, fn(Side $s) => [$select($s)]],
    'reset' => [$streamed],
    'result_metadata' => [$executed],
    'send_long_data' => [$prepared, fn(Side $s) => [0, $s->text(1)]],
    'store_result' => [$sent],
    'affected_rows' => [$executed], 'errno' => [$executed], 'error' => [$executed],
    'error_list' => [$executed], 'field_count' => [$executed],
    'insert_id' => [$executed], 'param_count' => [$executed], 'sqlstate' => [$executed],
];

/** What is compared of a result. */
$result = function (mixed $value): mixed {
    return match (true) {
        $value instanceof mysqli_result => $value->fetch_all(),
        $value instanceof mysqli_stmt => 'statement',
        $value instanceof Traversable => iterator_to_array($value),
        is_string($value) => preg_replace('/\d[\d.]*/', 'n', $value),
        is_int($value) && $value > 100 => 'a number',
        default => $value,
    };
};
$recipes = [];
foreach (['mysqli' => $ofLink, 'mysqli_result' => $ofResult, 'mysqli_stmt' => $ofStatement] as $class => $methods) {
    foreach ($methods as $method => $how) {
        [$object, $args] = $how + [1 => fn() => []];
        // Two transactions on one connection are one.
        $alone = ['commit', 'rollback', 'begin_transaction', 'autocommit', 'savepoint',
            'release_savepoint', 'change_user', 'reap_async_query',
            'real_connect', 'next_result', 'more_results', 'store_result', 'use_result',
            'get_result', 'multi_query', 'real_query', 'get_warnings'];
        // The number of a connection says how many there were before.
        $compared = $method === 'thread_id' ? fn(mixed $value) => get_debug_type($value) : $result;
        $common = ['result' => $compared, 'ignore' => ['object', 'args'], 'shared' => !in_array($method, $alone, true)];
        $recipes["$class::$method"] = $common + ['object' => $object, 'args' => fn(Side $s) => $args($s)];
        $prefix = $class === 'mysqli_stmt' ? 'mysqli_stmt_' : 'mysqli_';
        // close() is mysqli_close() of a connection only.
        if ($class !== 'mysqli_result' || !isset($ofLink[$method])) {
            $recipes[$prefix . $method] = $common + ['args' => fn(Side $s) => [$s->once(fn() => $object($s)), ...$args($s)]];
        }
    }
}
return $recipes + [
    'mysqli_execute' => ['args' => fn(Side $s) => [$s->once(fn() => $prepared($s)), [1 + $s->n]], 'ignore' => ['object', 'args']],
    'mysqli::__construct, mysqli_connect' => ['args' => $address, 'ignore' => ['args', 'object'],
        'result' => fn($link) => $link->server_info, 'shared' => false],
    'mysqli::connect' => ['object' => $unconnected, 'args' => $address, 'ignore' => ['args', 'object'], 'shared' => false],
    'mysqli::__construct#persistent' => [
        'args' => fn() => ['p:127.0.0.1', 'root', '', 'mysql', Servers::port('mariadb')],
        'ignore' => ['args'],
        'result' => fn($link) => $link->server_info,
    ],
    'mysqli::init' => ['object' => $unconnected, 'ignore' => ['object', 'result']],
    'mysqli::get_client_info, mysqli::thread_safe, mysqli::debug' =>
        ['object' => $unconnected, 'args' => fn() => [], 'ignore' => ['object']],
    'mysqli_result::__construct' => ['args' => fn(Side $s) => [$s->once(fn() => $asked($s))],
        'ignore' => ['args'], 'result' => $result, 'shared' => false],
    'mysqli_stmt::__construct' => ['args' => fn(Side $s) => [$s->once(fn() => $link($s)), $select($s)],
        'ignore' => ['args'], 'result' => $result],
    'mysqli_poll, mysqli::poll' => [
        'args' => fn(Side $s) => [$askedLater($s)],
        'call' => function (Side $s, array $args) {
            [$read, $error, $reject] = [[$args[0]], [], []];
            return [mysqli_poll($read, $error, $reject, 1), count($read)];
        },
        'ignore' => ['args', 'object'],
        'shared' => false,
    ],
];
