--TEST--
SH-30, CX-7: a worker serves on after a fatal error while queries waited; persistent connections are not handed on in the middle
--DESCRIPTION--
Rules: SH-30, io CX-7, io CX-13, io DB-6
Order: dependent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
mysqli
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/child.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
$options = ['-d', 'extension=' . true_async_module(), '-d', 'display_errors=1', '-d', 'html_errors=0', '-d', 'log_errors=0'];
foreach (array_reverse(shared_extensions('mysqlnd', 'pdo', 'mysqli', 'pgsql', 'pdo_mysql', 'pdo_pgsql')) as $name) {
    array_unshift($options, '-d', "extension=$name");
}
$server = start_php_server(<<<PHP
    <?php
    use function Async\\{spawn, delay, await};
    \$sleep = \$_SERVER['REQUEST_URI'] === '/fatal';
    \$wait = fn(string \$sql) => \$sleep ? "SELECT \$sql(1000)" : "SELECT 'fresh'";
    \$calls = [
        fn() => (new PDO('{$postgres->dsn()}', '$postgres->user', '', [PDO::ATTR_PERSISTENT => true]))->query(\$wait('pg_sleep'))
            ->fetchColumn(),
        fn() => (new PDO('{$maria->dsn()}', '$maria->user', '', [PDO::ATTR_PERSISTENT => true]))->query(\$wait('SLEEP'))->fetchColumn(),
        fn() => (new mysqli('p:$maria->host', '$maria->user', '', 'mysql', $maria->port))->query(\$wait('SLEEP'))->fetch_row()[0],
        fn() => pg_fetch_result(pg_query(pg_pconnect('{$postgres->connection()}'), \$wait('pg_sleep')), 0, 0),
    ];
    \$coroutines = array_map(spawn(...), \$calls);
    if (\$sleep) {
        delay(100);
        ini_set('memory_limit', '32M');
        str_repeat('x', 64 << 20);
    }
    echo getmypid(), ' ', implode(', ', array_map(await(...), \$coroutines));
    PHP, 1, $options);
$get = fn(string $path) => (string) @file_get_contents($server->url($path), false, stream_context_create(['http' => [
    'timeout' => 20, 'ignore_errors' => true,
]]));
[$pid] = explode(' ', $get('/'));
for ($i = 0; $i < 3; $i++) {
    echo str_contains($get('/fatal'), 'Allowed memory size') ? "fatal error\n" : "something else\n";
    $answer = $get('/');
    echo str_replace($pid, 'the same worker:', $answer), "\n";
}
--EXPECT--
fatal error
the same worker: fresh, fresh, fresh, fresh
fatal error
the same worker: fresh, fresh, fresh, fresh
fatal error
the same worker: fresh, fresh, fresh, fresh
