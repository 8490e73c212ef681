--TEST--
FW-2, FW-4: a statement that is freed where a coroutine may not be left, while another one is inside of its connection, is forgotten
--DESCRIPTION--
Rules: io FW-2, io FW-4
Order: independent
--EXTENSIONS--
pdo_pgsql
session
--INI--
session.use_cookies=0
session.cache_limiter=
; The memory of a statement that is forgotten goes with the request.
report_memleaks=0
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\await;

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/waits.php';

// A session is not begun when output has been sent.
ob_start();

final class Handler implements SessionHandlerInterface
{
    public function __construct(private Closure $call) {}

    public function read(string $id): string
    {
        ($this->call)();
        return '';
    }

    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function write(string $id, string $data): bool { return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $seconds): int { return 0; }
}

$pgsql = PostgresServer::start();
[$db, $locker] = [new PDO($pgsql->dsn(), $pgsql->user, ''), new PDO($pgsql->dsn(), $pgsql->user, '')];
$forgotten = $db->prepare('SELECT 3');
$forgotten->execute();
$locker->query('SELECT pg_advisory_lock(7)')->fetchAll();
$long = ends(fn() => $GLOBALS['answer'] = $db->query("SELECT pg_advisory_lock(7), 'long'")->fetchColumn(1));
until_suspended($long);
session_set_save_handler(new Handler(function () use (&$forgotten) {
    $forgotten = null;
    echo "freed\n";
}), false);
session_start();
session_abort();
$locker->query('SELECT pg_advisory_unlock(7)')->fetchAll();
echo await($long), ", $answer\n";
echo $db->query('SELECT 4')->fetchColumn(), "\n";
--EXPECT--
freed
something, long
4
