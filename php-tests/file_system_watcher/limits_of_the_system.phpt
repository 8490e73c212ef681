--TEST--
Where the system has no room for watches the constructor throws, and a tree that grows ends with an error
--DESCRIPTION--
Rules: FS-1, FS-12, FS-19
Order: independent
--SKIPIF--
<?php
$allowed = shell_exec('unshare -Ur sh -c "echo 10 > /proc/sys/user/max_inotify_watches && echo yes" 2>/dev/null');
if (trim((string) $allowed) !== 'yes') die('skip needs user namespaces');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/directory.php';

// In a user namespace of its own a process may lower its limits.
file_put_contents($script = directory() . '/script.php', '<?php require "' . dirname(__DIR__) . '/lib/directory.php";' . <<<'PHP'
use Async\FileSystemWatcher;
use function Async\{await, spawn};
$d = directory();
function attempt(mixed ...$arguments): ?FileSystemWatcher
{
    global $d;
    try {
        return new FileSystemWatcher(...$arguments);
    } catch (Throwable $e) {
        echo get_class($e), ': ', str_replace($d, 'DIR', $e->getMessage()), "\n";
        return null;
    }
}
for ($i = 0; $i < 20; $i++) mkdir("$d/many/$i", recursive: true);
mkdir("$d/few/1", recursive: true);
echo "-- ten watches\n";
file_put_contents('/proc/sys/user/max_inotify_watches', '10');
attempt("$d/many", recursive: true);
$w = attempt("$d/many", recursive: false);
touch("$d/many/x"); report($w, "$d/many");
echo "-- a tree that grows\n";
$tree = attempt("$d/few", recursive: true);
$loop = spawn(function () use ($tree) { foreach ($tree as $event) echo $event->filename, ' '; });
for ($i = 2; $i < 20; $i++) mkdir("$d/few/$i");
try { await($loop); } catch (Throwable $e) { echo "\n", get_class($e), ': ', $e->getMessage(), "\n"; }
var_dump($tree->isClosed());
echo "-- others go on\n";
touch("$d/many/y"); report($w, "$d/many");
$w->close();
echo "-- none at all\n";
file_put_contents('/proc/sys/user/max_inotify_watches', '0');
attempt($d);
attempt($d, recursive: true);
file_put_contents('/proc/sys/user/max_inotify_watches', '10');
$w = attempt("$d/few");
touch("$d/few/x"); report($w, "$d/few");
$w->close();
PHP);
file_put_contents($instances = dirname($script) . '/instances.php', <<<'PHP'
<?php
file_put_contents('/proc/sys/user/max_inotify_instances', '0');
try { new Async\FileSystemWatcher('/'); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
PHP);
$php = escapeshellarg(PHP_BINARY) . ' -n -d display_errors=1 -d extension=' . escapeshellarg(true_async_module());
echo shell_exec("unshare -Ur $php $script 2>&1"), "-- no instance\n", shell_exec("unshare -Ur $php $instances 2>&1");
--EXPECT--
-- ten watches
Async\AsyncException: Failed to start recursive filesystem watch on DIR/many
x:RC
-- a tree that grows
2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 
Async\InputOutputException: Filesystem monitoring error: no space left on device
bool(true)
-- others go on
y:RC
-- none at all
Async\AsyncException: Failed to start filesystem handle: no space left on device
Async\AsyncException: Failed to start recursive filesystem watch on DIR
x:RC
-- no instance
Async\AsyncException: Failed to start filesystem handle: too many open files
