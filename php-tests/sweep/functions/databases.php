<?php

/*
 * PDO on SQLite, MariaDB and PostgreSQL, SQLite3 and dba. What SQLite waits for are functions of PHP code in its queries; the
 * servers answer through a proxy that takes its time.
 */

$recipes = [];

// PDO: each method with each driver. The tables hold rows of both sides, so that a mix-up shows.
$select = 'SELECT id, name FROM sweep_%s ORDER BY id';
$methods = [
    'beginTransaction' => fn() => [],
    'commit' => fn() => [],
    'rollBack' => fn() => [],
    'errorCode' => fn() => [],
    'errorInfo' => fn() => [],
    'exec' => fn(Side $s, PDO $pdo) => [slow_sql($pdo, "UPDATE sweep_$s->name SET name = 'changed $s->name' WHERE id <= " . (2 + $s->n))],
    'getAttribute' => fn(Side $s, PDO $pdo) =>
        [$pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql' ? PDO::ATTR_SERVER_INFO : PDO::ATTR_SERVER_VERSION],
    'inTransaction' => fn() => [],
    'lastInsertId' => fn(Side $s, PDO $pdo) => $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'pgsql' ? ["sweep_{$s->name}_id_seq"] : [],
    'prepare' => fn(Side $s, PDO $pdo) => [slow_sql($pdo, sprintf($select, $s->name))],
    'query' => fn(Side $s, PDO $pdo) => [slow_sql($pdo, sprintf($select, $s->name))],
    'quote' => fn(Side $s) => ["'{$s->word()}"],
    'setAttribute' => fn(Side $s, PDO $pdo) => $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql'
        ? [PDO::ATTR_AUTOCOMMIT, 0] : [PDO::ATTR_CASE, PDO::CASE_LOWER],
];
$statementMethods = [
    'bindColumn' => fn() => [1, null],
    'bindParam' => fn(Side $s) => [1, $s->name],
    'bindValue' => fn(Side $s) => [1, $s->name],
    'closeCursor' => fn() => [],
    'columnCount' => fn() => [],
    'debugDumpParams' => fn() => [],
    'errorCode' => fn() => [],
    'errorInfo' => fn() => [],
    'execute' => fn(Side $s) => [],
    'fetch' => fn() => [PDO::FETCH_ASSOC],
    'fetchAll' => fn() => [PDO::FETCH_ASSOC],
    'fetchColumn' => fn() => [1],
    'fetchObject' => fn() => [],
    'getAttribute' => fn() => [PDO::ATTR_CURSOR],
    'getColumnMeta' => fn() => [0],
    'nextRowset' => fn() => [],
    'rowCount' => fn() => [],
    'setAttribute' => fn() => [PDO::ATTR_CURSOR, 0],
    'setFetchMode' => fn() => [PDO::FETCH_NUM],
    'getIterator' => fn() => [],
];
$result = fn($result) => match (true) {
    $result instanceof PDOStatement => $result->fetchAll(PDO::FETCH_NUM),
    // A table gets a new number.
    is_array($result) && isset($result['pgsql:table_oid']) => ['pgsql:table_oid' => null] + $result,
    $result instanceof Traversable => iterator_to_array($result),
    is_array($result) && count($result) > 100 => [count($result), md5(serialize($result))],
    is_string($result) && str_starts_with($result, 'Uptime') => 'Uptime',
    default => $result,
};
foreach (['sqlite', 'mysql', 'pgsql'] as $driver) {
    $server = ['sqlite' => [], 'mysql' => ['mariadb'], 'pgsql' => ['postgres']][$driver];
    foreach ($methods as $method => $args) {
        $before = match ($method) {
            'commit', 'rollBack' => function (PDO $pdo, Side $s) {
                $pdo->beginTransaction();
                $pdo->exec("DELETE FROM sweep_$s->name WHERE id = 1");
            },
            default => fn() => null,
        };
        $recipe = [
            'object' => fn(Side $s) => tap(slow_pdo($s, $driver), fn(PDO $pdo) => $before($pdo, $s)),
            'args' => $args,
            'result' => $result,
            'ignore' => ['object'],
            'server' => $server,
            'extension' => "pdo_$driver",
        ];
        $recipes["PDO::$method#$driver"] = $recipe;
        // What one connection is asked by two coroutines is answered one after the other.
        if (!in_array($method, ['beginTransaction', 'commit', 'rollBack'], true)) {
            $recipes["PDO::$method#{$driver}_shared"] = $recipe + ['shared' => true];
        }
    }
    foreach ($statementMethods as $method => $args) {
        $recipe = [
            'object' => function (Side $s) use ($driver, $method, $select) {
                $pdo = slow_pdo($s, $driver);
                $statement = $pdo->prepare(slow_sql($pdo, sprintf($select, $s->name)));
                in_array($method, ['execute', 'bindParam', 'bindValue'], true) || $statement->execute();
                // The first row is there.
                str_starts_with($method, 'fetch') && $statement->fetch();
                return $statement;
            },
            'args' => $args,
            'result' => $result,
            'ignore' => ['object', 'output'],
            'server' => $server,
            'extension' => "pdo_$driver",
        ];
        $recipes["PDOStatement::$method#$driver"] = $recipe;
        $recipes["PDOStatement::$method#{$driver}_shared"] = $recipe + ['shared' => true];
    }
    if ($driver === 'mysql') {
        // Rows that are still under way.
        foreach (['fetch', 'fetchAll', 'fetchColumn', 'fetchObject', 'closeCursor', 'nextRowset', 'getIterator'] as $method) {
            $recipe = [
                'object' => function (Side $s) {
                    $pdo = slow_pdo($s, 'mysql');
                    $pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
                    return $pdo->query("SELECT seq, REPEAT('$s->name', 3000) FROM seq_1_to_1000; SELECT '$s->name'");
                },
                'args' => $statementMethods[$method],
                'result' => $result,
                'ignore' => ['object'],
                'server' => $server,
            'extension' => "pdo_$driver",
            ];
            $recipes["PDOStatement::$method#mysql_unbuffered"] = $recipe;
            $recipes["PDOStatement::$method#mysql_unbuffered_shared"] = $recipe + ['shared' => true];
        }
        $recipes['PDO::prepare#mysql_server'] = [
            'object' => fn(Side $s) => tap(slow_pdo($s, 'mysql'), fn(PDO $pdo) => $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false)),
            'args' => $methods['prepare'],
            'result' => fn($statement) => $statement->execute() ? $statement->fetchAll() : null,
            'ignore' => ['object'],
            'server' => $server,
            'extension' => "pdo_$driver",
        ];
    }
    $recipes["PDO::__construct#$driver"] = [
        'args' => fn(Side $s) => pdo_arguments($s, $driver),
        'ignore' => ['args'],
        'server' => $server,
        'extension' => "pdo_$driver",
    ];
    $recipes["PDO::__construct#{$driver}_persistent"] = [
        'args' => fn(Side $s) => [...pdo_arguments($s, $driver), [PDO::ATTR_PERSISTENT => "sweep $driver"]],
        'ignore' => ['args'],
        'server' => $server,
        'extension' => "pdo_$driver",
    ];
}
$recipes += [
    'PDO::sqliteCreateFunction' => ['object' => fn(Side $s) => slow_pdo($s, 'sqlite'),
        'args' => fn() => ['f', strrev(...)], 'ignore' => ['object']],
    'PDO::sqliteCreateAggregate' => ['object' => fn(Side $s) => slow_pdo($s, 'sqlite'),
        'args' => fn() => ['f', strrev(...), strrev(...)], 'ignore' => ['object']],
    'PDO::sqliteCreateCollation' => ['object' => fn(Side $s) => slow_pdo($s, 'sqlite'),
        'args' => fn() => ['f', strcmp(...)], 'ignore' => ['object']],
];

// SQLite3.
$rows = 'SELECT id, slow(name) AS name FROM sweep';
$recipes += [
    'SQLite3::__construct' => fn(Side $s) => [':memory:'],
    'SQLite3::open' => ['object' => fn() => new SQLite3(':memory:'),
        'args' => fn(Side $s) => [$s->realPath('second.db')], 'ignore' => ['disk'], 'shared' => false],
    'SQLite3::exec' => fn(Side $s) => ["UPDATE sweep SET name = slow(name || '{$s->name}')"],
    'SQLite3::query' => ['args' => fn() => [$rows],
        'result' => fn($result) => $result instanceof SQLite3Result ? $result->fetchArray(SQLITE3_NUM) : $result],
    'SQLite3::querySingle' => fn() => ["SELECT slow(name) FROM sweep WHERE id = 2", true],
    'SQLite3::querySingle#collation' => fn() => ['SELECT group_concat(name) FROM (SELECT name FROM sweep ORDER BY name COLLATE slowly)'],
    'SQLite3::querySingle#aggregate' => fn() => ['SELECT slow_sum(id) FROM sweep'],
    'SQLite3::prepare' => ['args' => fn() => [$rows], 'result' => fn($statement) => $statement instanceof SQLite3Stmt],
    'SQLite3::backup' => ['args' => fn(Side $s) => [new SQLite3(':memory:')], 'shared' => false],
    'SQLite3::openBlob' => ['args' => fn() => ['sweep', 'name', 1],
        'result' => fn($blob) => is_resource($blob) ? stream_get_contents($blob) : $blob],
    'SQLite3::busyTimeout' => fn() => [100],
    'SQLite3::createFunction' => fn() => ['f', strrev(...)],
    'SQLite3::createAggregate' => fn() => ['f', strrev(...), strrev(...)],
    'SQLite3::createCollation' => fn() => ['f', strcmp(...)],
    'SQLite3::setAuthorizer' => fn() => [fn() => SQLite3::OK],
    'SQLite3::loadExtension' => fn() => ['none'],
    'SQLite3Stmt::bindParam, SQLite3Stmt::bindValue' => fn(Side $s) => [1, $s->number()],
    'SQLite3Stmt::execute' => ['args' => fn() => [],
        'result' => fn($result) => $result instanceof SQLite3Result ? $result->fetchArray(SQLITE3_NUM) : $result],
    'SQLite3Result::columnName, SQLite3Result::columnType' => fn() => [0],
    'SQLite3Result::fetchArray' => fn() => [SQLITE3_NUM],
];

// Classes of the drivers, since PHP 8.4.
if (method_exists('PDO', 'connect')) {
    $recipes['PDO::connect'] = [
        'args' => fn(Side $s) => pdo_arguments($s, 'mysql'),
        'result' => fn($pdo) => $pdo::class,
        'ignore' => ['args'],
        'server' => 'mariadb',
        'extension' => 'pdo_mysql',
    ];
    $rows = fn(Side $s) => ["7\tseven", "8\teight of $s->name"];
    $lob = function (Side $s, PDO $pdo): string {
        $pdo->beginTransaction();
        return $pdo->lobCreate();
    };
    $calls = [
        'copyFromArray' => fn(Side $s) => ["sweep_$s->name", $rows($s)],
        'copyFromFile' => fn(Side $s) => ["sweep_$s->name", $s->real(implode("\n", $rows($s)) . "\n")],
        'copyToArray' => fn(Side $s) => ["sweep_$s->name"],
        'copyToFile' => fn(Side $s) => ["sweep_$s->name", $s->realPath()],
        'lobCreate' => fn(Side $s, PDO $pdo) => $pdo->beginTransaction() ? [] : [],
        'lobOpen' => fn(Side $s, PDO $pdo) => [$lob($s, $pdo), 'w'],
        'lobUnlink' => fn(Side $s, PDO $pdo) => [$lob($s, $pdo)],
        'getNotify' => fn(Side $s, PDO $pdo) => [PDO::FETCH_ASSOC, 30],
    ];
    foreach ($calls as $method => $args) {
        $recipes["Pdo\\Pgsql::$method"] = [
            'object' => fn(Side $s) => slow_pdo($s, 'pgsql'),
            'args' => $args,
            'result' => fn($result) => $method === 'lobCreate' ? is_string($result) : (is_resource($result) ? 'a stream' : $result),
            'ignore' => ['object', 'args'],
            'server' => 'postgres',
            'shared' => !str_starts_with($method, 'lob'),
        ];
    }
}

// dba, on a file in a format of PHP's own.
$base = fn(Side $s) => $s->once(function () use ($s) {
    $base = dba_open($s->realPath('base.flat'), 'n', 'flatfile');
    dba_insert('one', $s->word(), $base);
    dba_insert('two', $s->text(1), $base);
    return $base;
});
$recipes += [
    'dba_open, dba_popen' => ['args' => fn(Side $s) => [$s->file(''), 'c', 'flatfile'],
        'result' => fn($base) => is_resource($base), 'ignore' => ['operations']],
    'dba_close, dba_firstkey, dba_nextkey, dba_optimize, dba_sync' => fn(Side $s) => [$base($s)],
    'dba_exists, dba_fetch, dba_delete' => ['args' => fn(Side $s) => ['one', $base($s)], 'shared' => true],
    'dba_insert, dba_replace' => ['args' => fn(Side $s) => [$s->word('key'), $s->text(1), $base($s)], 'shared' => true],
    'dba_fetch#stream' => ['args' => function (Side $s) {
        $base = dba_open($path = $s->file('', 'base.flat'), 'c', 'flatfile');
        dba_insert('one', $s->word(), $base);
        return ['one', $base];
    }],
    'dba_insert#stream' => ['args' => fn(Side $s) => ['one', $s->word(), dba_open($s->file('', 'base.flat'), 'c', 'flatfile')]],
];
return $recipes;
