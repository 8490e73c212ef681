--TEST--
File system events of C code: a wait, several events of one directory, losses, and paths that cannot be watched
--DESCRIPTION--
Rules: ABI-58, ABI-75, ABI-76, ABI-78, ABI-82, ABI-88, ABI-89, ABI-96, ABI-152, FS-21
Order: independent
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
$limit = (int) @file_get_contents('/proc/sys/fs/inotify/max_queued_events');
if ($limit < 1000 || $limit > 100_000) die("skip fs.inotify.max_queued_events is $limit");
?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use function Async\{delay, spawn};

$d = directory();
mkdir("$d/sub");
touch("$d/file");
ob_start(fn(string $out) => str_replace($d, 'DIR', $out));
function wait(string $path, bool $recursive, callable $then, int $timeout_ms = 60_000): void
{
    try {
        async_test_filesystem_wait($path, $recursive, $timeout_ms, $then);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
wait($d, false, fn() => null, 5);
wait($d, false, fn() => chmod("$d/file", 0600));
wait($d, false, fn() => mkdir("$d/new"));
wait($d, false, fn() => touch("$d/sub/x"), 5);
wait($d, true, fn() => chmod("$d/sub/x", 0600));
wait("$d/file", true, fn() => chmod("$d/file", 0644));
wait($d, false, fn() => chmod($d, 0700));

echo "-- what was lost\n";
$limit = (int) file_get_contents('/proc/sys/fs/inotify/max_queued_events');
wait($d, true, function () use ($d, $limit) {
    for ($i = 0; $i < $limit; $i++) chmod("$d/sub", 0700);
});

echo "-- paths that cannot be watched\n";
wait("$d/nothing", false, fn() => null);
wait("$d/nothing", true, fn() => null);

echo "-- cancelled\n";
$main = Async\current_coroutine();
spawn(function () use ($main) { delay(1); $main->cancel(new Async\AsyncCancellation('cancelled')); });
wait($d, true, fn() => null);

echo "-- several events\n";
async_test_filesystem_events($events = directory());
ob_end_flush();
echo "-- nothing is left\n";
var_dump(async_test_counts()[0]);
--EXPECT--
FilesystemWatch(path=DIR)
counted: 1
NULL:
counted: 0
FilesystemWatch(path=DIR)
counted: 1
file: change
counted: 0
FilesystemWatch(path=DIR)
counted: 1
new: rename
counted: 0
FilesystemWatch(path=DIR)
counted: 1
NULL:
counted: 0
FilesystemWatch(path=DIR)
counted: 1
sub/x: change
counted: 0
FilesystemWatch(path=DIR/file)
counted: 1
file: change
counted: 0
FilesystemWatch(path=DIR)
counted: 1
NULL: change
counted: 0
-- what was lost
FilesystemWatch(path=DIR)
counted: 1
NULL: rename change
counted: 0
-- paths that cannot be watched
FilesystemWatch(path=DIR/nothing)
start: Async\AsyncException: Failed to start filesystem handle: no such file or directory
counted: 0
FilesystemWatch(path=DIR/nothing)
start: Async\AsyncException: Failed to start recursive filesystem watch on DIR/nothing
counted: 0
-- cancelled
FilesystemWatch(path=DIR)
counted: 1
counted: 0
Async\AsyncCancellation: cancelled
-- several events
extra zeroed, path kept, flags 0 and 1
counted: 1
one change, then the second is started, one more
  first: 1: rename
  first: 2: rename
  second: 2: rename
the first stops the second
  first: 3: rename
stopped once, of two starts
  first: 4: rename
counted: 0
stopped before the loop has looked
started again
  first: 7: rename
counted: 0
released
-- nothing is left
int(0)
