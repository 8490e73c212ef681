--TEST--
What has the name of the path is watched: replaced, removed and made again, moved away
--DESCRIPTION--
Rules: FS-23, FS-2, FS-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{delay, suspend};

$d = directory();
$all = [];
function watch(string $path, bool $recursive = false): FileSystemWatcher
{
    global $all;
    return $all[] = new FileSystemWatcher($path, $recursive);
}
/** What was told until everything so far has been looked at, with all its flags. */
function told(FileSystemWatcher $w): string
{
    global $d;
    $end = new FileSystemWatcher($d);
    touch("$d/.end");
    foreach ($end as $event) if ($event->filename === '.end' && $event->changed) break;
    $end->close();
    $flags = [];
    $stop = Async\spawn(function () use ($w, &$flags) {
        foreach ($w as $event) {
            $name = $event->filename ?? 'null';
            $flags[$name] ??= ['', ''];
            if ($event->renamed) $flags[$name][0] = 'R';
            if ($event->changed) $flags[$name][1] = 'C';
        }
    });
    delay(1);
    $stop->cancel();
    try { Async\await($stop); } catch (Async\AsyncCancellation) {}
    return implode(' ', array_map(fn($name) => "$name:" . implode($flags[$name]), array_keys($flags))) ?: '-';
}

echo "-- a file that is replaced, again and again\n";
file_put_contents("$d/file", '1');
$file = watch("$d/file");
for ($i = 0; $i < 3; $i++) {
    file_put_contents("$d/file.new", $i);
    rename("$d/file.new", "$d/file");
    echo told($file), ' ';
    file_put_contents("$d/file", 'changed in place');
    echo told($file), "\n";
}
echo "-- removed and made again\n";
unlink("$d/file");
echo told($file), ' ';
file_put_contents("$d/file", '2');
echo told($file), ' ';
chmod("$d/file", 0600);
echo told($file), "\n";
echo "-- moved away, as editors do for a backup\n";
rename("$d/file", "$d/file~");
echo told($file), ' ';
chmod("$d/file~", 0644);
echo told($file), ' ';
file_put_contents("$d/file", '3');
echo told($file), "\n";
echo "-- moved away and made again before anybody looks\n";
rename("$d/file", "$d/file~");
file_put_contents("$d/file", '4');
told($file);
chmod("$d/file~", 0600);
echo told($file), ' ';
chmod("$d/file", 0600);
echo told($file), "\n";

foreach ([false, true] as $recursive) {
    echo $recursive ? "-- a tree\n" : "-- a directory\n";
    mkdir("$d/dir/sub", recursive: true);
    $dir = watch("$d/dir", $recursive);
    remove_tree("$d/dir");
    echo told($dir), ' ';
    mkdir("$d/dir/sub", recursive: true);
    echo told($dir), ' ';
    touch("$d/dir/x");
    touch("$d/dir/sub/x");
    echo told($dir), ' ';
    rename("$d/dir", "$d/away");
    echo told($dir), ' ';
    touch("$d/away/y");
    touch("$d/away/sub/y");
    echo told($dir), ' ';
    rename("$d/away", "$d/dir");
    touch("$d/dir/sub/z");
    echo told($dir), ' ';
    touch("$d/dir/sub/zz");
    touch("$d/dir/z");
    echo told($dir), "\n";
    remove_tree("$d/dir");
    $dir->close();
}

echo "-- a link that is turned to another directory\n";
foreach (['v1', 'v2'] as $name) mkdir("$d/releases/$name/sub", recursive: true);
symlink('releases/v1', "$d/current");
$current = watch("$d/current", true);
touch("$d/releases/v1/sub/a"); touch("$d/releases/v2/sub/a");
echo told($current), ' ';
symlink('releases/v2', "$d/next");
rename("$d/next", "$d/current");
echo told($current), ' ';
touch("$d/releases/v1/sub/b"); touch("$d/releases/v2/sub/b");
echo told($current), ' ';
remove_tree("$d/releases/v2");
echo told($current), "\n";

echo "-- a file where a directory was, and the other way round\n";
mkdir("$d/odd");
$odd = watch("$d/odd", true);
rmdir("$d/odd");
touch("$d/odd");
told($odd);
chmod("$d/odd", 0600);
echo told($odd), ' ';
unlink("$d/odd");
mkdir("$d/odd/sub", recursive: true);
told($odd);
touch("$d/odd/sub/x");
echo told($odd), "\n";

echo "-- together with its directory\n";
mkdir("$d/parent/root", recursive: true);
$root = watch("$d/parent/root");
remove_tree("$d/parent");
echo told($root), ' ';
mkdir("$d/parent/root", recursive: true);
echo told($root), "\n";

echo "-- the top\n";
$top = watch('/');
var_dump($top->isClosed());
foreach ($all as $w) $w->close();
--EXPECT--
-- a file that is replaced, again and again
file:R file:C
file:R file:C
file:R file:C
-- removed and made again
file:RC file:R file:C
-- moved away, as editors do for a backup
file:R - file:R
-- moved away and made again before anybody looks
- file:C
-- a directory
sub:R null:R null:R x:RC null:R - null:R z:RC
-- a tree
sub:R null:R null:R x:RC sub/x:RC null:R - null:R sub/zz:RC z:RC
-- a link that is turned to another directory
sub/a:RC null:R sub/b:RC sub/a:R sub/b:R sub:R null:R
-- a file where a directory was, and the other way round
odd:C sub/x:RC
-- together with its directory
null:R -
-- the top
bool(false)
