--TEST--
DB-6: a persistent connection of PDO mysql on which an earlier request was cancelled or broken off is closed when it is opened again
--DESCRIPTION--
Rules: io DB-6
Order: independent
--EXTENSIONS--
pdo_mysql
curl
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/web.php';
if ($why = MariaDbServer::missing() ?? missing_web_server('php -S')) die("skip $why");
?>
--FILE--
<?php
require_once __DIR__ . '/../lib/database.php';
require_once __DIR__ . '/../lib/temporary.php';
require_once __DIR__ . '/../lib/web.php';

$maria = MariaDbServer::start();
$dir = temporary_directory();
file_put_contents("$dir/index.php", <<<'PHP'
    <?php
    ['dsn' => $dsn, 'user' => $user, 'how' => $how] = $_GET;
    $db = new PDO($dsn, $user, '', [PDO::ATTR_PERSISTENT => true]);
    echo $db->query('SELECT 7')->fetchColumn(), ' ';
    echo count(array_filter(glob('/proc/self/fd/*'), fn($fd) => str_starts_with((string) @readlink($fd), 'socket:'))), "\n";
    $query = Async\spawn(fn() => $db->query("SELECT SLEEP(1000), 'of the page'"));
    $watch = new PDO($dsn, $user, '');
    while (!$watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'")->fetchColumn()) {
        Async\delay(1);
    }
    $watch = null;
    match ($how) {
        'cancelled' => $query->cancel(),
        'uncaught error' => throw new Error('of the page'),
        'fatal error' => str_repeat('x', PHP_INT_MAX >> 1),
    };
    try {
        Async\await($query);
    } catch (Async\AsyncCancellation) {
    }
    PHP);
$site = WebSite::start('php -S', $dir, web_options(['mysqlnd', 'pdo', 'pdo_mysql'], ['log_errors' => 0]));
foreach (['cancelled', 'uncaught error', 'fatal error'] as $how) {
    $counts = [];
    for ($i = 0; $i < 5; $i++) {
        [$status, , $body] = $site->get('/?' . http_build_query(['dsn' => $maria->dsn(), 'user' => $maria->user, 'how' => $how]));
        preg_match('~^7 (\d+)$~m', $body, $m) ? $counts[] = $m[1] : print("$how: $status $body\n");
    }
    echo "$how: ", count(array_unique($counts)) === 1 ? 'as many sockets each time' : implode(' ', $counts), "\n";
}
--EXPECT--
cancelled: as many sockets each time
uncaught error: as many sockets each time
fatal error: as many sockets each time
