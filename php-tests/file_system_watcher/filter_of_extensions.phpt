--TEST--
Extensions filter the changes of a debounced watcher; others are as if they had not happened
--DESCRIPTION--
Rules: FS-17
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/scaled_ms.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};

$quiet = scaled_ms(20);
/** Which of the names, one after the other, give an event. */
function passing(array $extensions, array $names, bool $recursive = false): string
{
    global $quiet;
    $passing = [];
    $d = directory();
    mkdir("$d/dir.php");
    foreach ($names as $name) {
        $w = new FileSystemWatcher($d, recursive: $recursive, debounceMs: $quiet, extensions: $extensions);
        $seen = new FileSystemWatcher($d);
        touch("$d/$name");
        touch("$d/.end-" . count($passing) . strlen($name));
        foreach ($seen as $event) if ($event->filename[0] === '.' && str_starts_with($event->filename, '.end')) break;
        $loop = spawn(function () use ($w) { foreach ($w as $event) return true; return false; });
        $limit = spawn(function () use ($w, $quiet) { delay(5 * $quiet); $w->close(); });
        if (await($loop)) $passing[] = $name;
        $limit->cancel();
    }
    return implode(' ', $passing) ?: '-';
}
$names = ['a.php', 'b.PHP', 'c.inc.php', 'd.phpx', 'e.txt', 'php', 'f.', '.php', 'g.php~'];
echo passing(['php'], $names), "\n";
echo passing(['.Php', 'TXT'], $names), "\n";
echo passing(['abcdefghijklmno'], ['a.abcdefghijklmno', 'b.ABCDEFGHIJKLMNO', 'c.php']), "\n";
echo "-- what is ignored: without any extension left there is no filter\n";
echo passing([], ['a.php', 'b']), "\n";
echo passing(['', '.', 1, null, ['php'], 'abcdefghijklmnop'], ['a.php', 'b']), "\n";
echo passing(['', 'php', 5], ['a.php', 'b']), "\n";
$reference = 'php';
echo passing(['x' => &$reference], ['a.php', 'b']), "\n";
echo "-- only the base name counts\n";
echo passing(['php'], ['dir.php/file', 'dir.php/file.php'], recursive: true), "\n";
echo "-- not without debouncing\n";
$d = directory();
$w = new FileSystemWatcher($d, extensions: ['php']);
touch("$d/file.txt");
foreach ($w as $event) { echo show($event), "\n"; break; }
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
a.php b.PHP c.inc.php .php
a.php b.PHP c.inc.php e.txt .php
a.abcdefghijklmno b.ABCDEFGHIJKLMNO
-- what is ignored: without any extension left there is no filter
a.php b
a.php b
a.php
a.php
-- only the base name counts
dir.php/file.php
-- not without debouncing
file.txt:RC
