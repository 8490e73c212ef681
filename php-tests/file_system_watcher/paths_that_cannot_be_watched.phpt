--TEST--
A path that cannot be watched throws; bad arguments are PHP's usual errors
--DESCRIPTION--
Rules: FS-1
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

function attempt(mixed ...$arguments): void
{
    global $d;
    try {
        new FileSystemWatcher(...$arguments);
        echo "accepted\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', str_replace($d, 'DIR', $e->getMessage()), "\n";
    }
}
$d = directory();
touch("$d/file");
attempt("$d/nothing");
attempt("$d/nothing", recursive: true);
attempt("$d/file/below");
attempt('');
attempt('', true);
attempt("$d/" . str_repeat('x', 300));
attempt("$d/nothing", debounceMs: 10);
attempt("$d\0");
attempt();
attempt([]);
attempt($d, []);
attempt($d, true, true, 'x');
attempt($d, true, true, 1, 2, 'php');
attempt($d, true, true, 1, 2, ['php'], 3);
attempt($d, debounce: 10);
echo "-- nothing is left of them\n";
var_dump(Async\runtime_stats()['coroutines'] ?? 0);
--EXPECT--
Async\AsyncException: Failed to start filesystem handle: no such file or directory
Async\AsyncException: Failed to start recursive filesystem watch on DIR/nothing
Async\AsyncException: Failed to start filesystem handle: not a directory
Async\AsyncException: Failed to start filesystem handle: no such file or directory
Async\AsyncException: Failed to start recursive filesystem watch on 
Async\AsyncException: Failed to start filesystem handle: name too long
Async\AsyncException: Failed to start filesystem handle: no such file or directory
ValueError: Async\FileSystemWatcher::__construct(): Argument #1 ($path) must not contain any null bytes
ArgumentCountError: Async\FileSystemWatcher::__construct() expects at least 1 argument, 0 given
TypeError: Async\FileSystemWatcher::__construct(): Argument #1 ($path) must be of type string, array given
TypeError: Async\FileSystemWatcher::__construct(): Argument #2 ($recursive) must be of type bool, array given
TypeError: Async\FileSystemWatcher::__construct(): Argument #4 ($debounceMs) must be of type int, string given
TypeError: Async\FileSystemWatcher::__construct(): Argument #6 ($extensions) must be of type array, string given
ArgumentCountError: Async\FileSystemWatcher::__construct() expects at most 6 arguments, 7 given
Error: Unknown named parameter $debounce
-- nothing is left of them
int(0)
