--TEST--
DB-4, DB-6: a persistent connection of PDO mysql that a cancelled query broke is closed when the next one is opened
--DESCRIPTION--
Rules: io DB-4, io DB-6
Order: independent
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{await, delay};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/waits.php';

$maria = MariaDbServer::start();
$open = fn(string $name) => new PDO($maria->dsn(), $maria->user, '', [PDO::ATTR_PERSISTENT => $name]);
$sockets = fn() => count(array_filter(glob('/proc/self/fd/*'), fn($fd) => str_starts_with((string) @readlink($fd), 'socket:')));

$watch = new PDO($maria->dsn(), $maria->user, '');
/** Until the server is at it: the wait of a coroutine that has just begun may be that for the connection. */
$at_work = function (string $query) use ($watch) {
    $running = $watch->prepare('SELECT COUNT(*) FROM information_schema.processlist WHERE info = ?');
    do {
        delay(1);
        $running->execute([$query]);
    } while (!$running->fetchColumn());
};

foreach (['the last object' => false, 'others have it' => true] as $title => $others) {
    $counts = [];
    foreach (range(0, 4) as $round) {
        $other = $others ? $open($title) : null;
        $query = "SELECT SLEEP(1000), '$title $round'";
        $querying = ends(fn() => $open($title)->query($query));
        $at_work($query);
        $querying->cancel();
        await($querying);
        unset($querying);
        $new = $open($title);
        $answer = $new->query('SELECT 7')->fetchColumn();
        unset($other, $new);
        $counts[] = $sockets();
    }
    echo "$title: $answer, ", count(array_unique($counts)) === 1 ? 'as many sockets as before' : implode(' ', $counts), "\n";
}
--EXPECT--
the last object: 7, as many sockets as before
others have it: 7, as many sockets as before
