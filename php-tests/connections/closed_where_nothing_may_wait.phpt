--TEST--
DB-9, FW-4: where a coroutine may not be left, a connection that another one is inside of is not closed under it: an Error says so
--DESCRIPTION--
Rules: io DB-9, io FW-4
Order: independent
--EXTENSIONS--
sqlite3
session
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
use function Async\await;

require_once __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/waits.php';

$dir = make_temporary_directory();
$locker = new SQLite3("$dir/db");
$locker->exec('CREATE TABLE t (x)');
$locker->exec('BEGIN IMMEDIATE');
$db = new SQLite3("$dir/db");
$db->busyTimeout(2_000_000);
$waiting = ends(fn() => $db->exec('INSERT INTO t VALUES (1)'));
until_suspended($waiting);

// PHP's sessions are one for the process: nothing suspends in a handler of theirs.
session_set_save_handler(new class ($db) implements SessionHandlerInterface {
    public function __construct(private SQLite3 $db) {}

    public function read(string $id): string
    {
        try {
            return var_export($this->db->close(), true);
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
            return '';
        }
    }

    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function write(string $id, string $data): bool { return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $seconds): int { return 0; }
});
session_start();
$locker->exec('COMMIT');
echo 'the call: ', await($waiting), "\n";
var_dump($db->querySingle('SELECT COUNT(*) FROM t'));
session_abort();
remove_tree($dir);
--EXPECT--
Cannot close what another coroutine is using, because nothing can be waited for here (SQLite3)
the call: something
int(1)
