--TEST--
FW-1: a cancellation replaces the exception it caused in a file class; what PHP code makes of it, exit and later exceptions stay
--DESCRIPTION--
Rules: io FW-1, io CX-5
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

require __DIR__ . '/../lib/child.php';

final class Own extends Exception
{
}

/** Cancels the function when it has set `$ready`. */
function cancelled(Closure $function): string
{
    $ready = false;
    $coroutine = spawn(function () use ($function, &$ready) {
        return $function(function () use (&$ready) { $ready = true; });
    });
    while (!$ready && !$coroutine->isCompleted()) {
        suspend();
    }
    suspend();
    $coroutine->cancel();
    try {
        return json_encode(await($coroutine));
    } catch (Throwable $e) {
        return get_class($e);
    }
}

$exit = child_php('<?php
    $inside = false;
    $c = Async\spawn(function () use (&$inside) {
        (new PDO("sqlite::memory:"))->query("SELECT 1")->fetchAll(PDO::FETCH_FUNC, function () use (&$inside) {
            $inside = true;
            try { Async\delay(10_000); } catch (Async\AsyncCancellation) { echo "leaving\n"; exit(3); }
        });
    });
    while (!$inside) Async\suspend();
    $c->cancel();
    Async\await($c);', ['extension' => shared_extensions('pdo', 'pdo_sqlite')]);

$server = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($server, false);
// Nothing answers.
echo 'SplFileObject: ', cancelled(function ($ready) use ($url) { $ready(); return new SplFileObject($url); }), "\n";
echo 'SplFileInfo: ', cancelled(function ($ready) use ($url) { $ready(); return (new SplFileInfo($url))->openFile(); }), "\n";

$db = new PDO('sqlite::memory:');
$in_callback = fn(Closure $callback) => $db->query('SELECT 1')->fetchAll(PDO::FETCH_FUNC, $callback);
$wait = function ($ready) { $ready(); delay(10_000); };
$sleep = function ($ready) { $ready(); usleep(10_000_000); };
foreach (['delay' => $wait, 'usleep' => $sleep] as $name => $waits) {
    echo "$name in a callback: ", cancelled(fn($ready) => $in_callback(fn() => $waits($ready))), "\n";
    echo "$name, caught: ", cancelled(fn($ready) => $in_callback(function () use ($ready, $waits) {
        try {
            $waits($ready);
        } catch (Async\AsyncCancellation) {
            return 'went on';
        }
    })), "\n";
    echo "$name, an exception of its own: ", cancelled(fn($ready) => $in_callback(function () use ($ready, $waits) {
        try {
            $waits($ready);
        } catch (Async\AsyncCancellation $e) {
            throw new Own('mine', 0, $e);
        }
    })), "\n";
    echo "$name, a later error of the library: ", cancelled(fn($ready) => $in_callback(function () use ($ready, $waits, $db) {
        try {
            $waits($ready);
        } catch (Async\AsyncCancellation) {
            $db->query('nonsense');
        }
    })), "\n";
}
print_child($exit);
--EXPECT--
SplFileObject: Async\AsyncCancellation
SplFileInfo: Async\AsyncCancellation
delay in a callback: Async\AsyncCancellation
delay, caught: ["went on"]
delay, an exception of its own: Own
delay, a later error of the library: PDOException
usleep in a callback: Async\AsyncCancellation
usleep, caught: ["went on"]
usleep, an exception of its own: Own
usleep, a later error of the library: PDOException
leaving
[status 3]
