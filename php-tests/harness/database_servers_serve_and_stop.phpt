--TEST--
The test library's database servers serve, side by side, and leave nothing behind: stopped, or with a test that is killed
--EXTENSIONS--
pdo_pgsql
pdo_mysql
posix
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
foreach ([PostgresServer::class, MariaDbServer::class] as $class) {
    if ($why = $class::missing()) die("skip $why");
}
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';

function answers(int $port): bool
{
    return @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0) !== false;
}

foreach ([PostgresServer::class, MariaDbServer::class] as $class) {
    $first = $class::start();
    $second = $class::start();
    foreach ([$first, $second] as $i => $server) {
        $pdo[$i] = new PDO($server->dsn(), $server->user, '', [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $pdo[$i]->exec('CREATE TABLE t (n INT)');
        $pdo[$i]->exec("INSERT INTO t VALUES ($i)");
    }
    // With clients that are still connected.
    echo $class, ' ', json_encode([$pdo[0]->query('SELECT n FROM t')->fetchAll(PDO::FETCH_COLUMN), $first->stop(), answers($first->port),
        $pdo[1]->query('SELECT n FROM t')->fetchAll(PDO::FETCH_COLUMN), $second->stop(), answers($second->port)]), "\n";

    // A test that dies without a chance to clean up.
    $code = sprintf('
        require %s;
        $server = %s::start();
        $pdo = new PDO($server->dsn(), $server->user, "");
        echo $server->port, " ", $server->dir(), "\n";
        flush();
        sleep(60);', var_export(__DIR__ . '/../lib/database.php', true), $class);
    $options = explode(' ', getenv('TEST_EXTENSION_OPTIONS') ?: '');
    $child = proc_open([PHP_BINARY, '-n', ...array_filter($options, strlen(...)), '-r', $code], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    [$port, $dir] = explode(' ', trim(fgets($pipes[1])));
    $group = (int) file_get_contents("$dir/server.pid");
    var_dump(answers((int) $port), is_dir($dir), processes_of_group($group) !== []);
    posix_kill(proc_get_status($child)['pid'], SIGKILL);
    proc_close($child);
    $end = microtime(true) + 20;
    do {
        usleep(20_000);
        clearstatcache();
        // Its directory goes when the last process has gone. The port may be another test's by then.
        $left = is_dir($dir) || processes_of_group($group) !== [];
    } while ($left && microtime(true) < $end);
    var_dump($left);
}
?>
--EXPECT--
PostgresServer [[0],true,false,[1],true,false]
bool(true)
bool(true)
bool(true)
bool(false)
MariaDbServer [[0],true,false,[1],true,false]
bool(true)
bool(true)
bool(true)
bool(false)
