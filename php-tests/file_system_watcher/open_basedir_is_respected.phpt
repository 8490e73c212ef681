--TEST--
What lies outside of open_basedir cannot be watched
--DESCRIPTION--
Rules: FS-1
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/child.php';

$d = directory();
mkdir("$d/in");
print_child(child_php('<?php
    foreach (["in", "in/..", "."] as $name) {
        try { $w = new Async\FileSystemWatcher($argv[1] . "/$name"); echo "$name: watched\n"; $w->close(); }
        catch (Async\AsyncException $e) { echo "$name: ", $e->getMessage(), "\n"; }
    }', ['open_basedir' => "$d/in:" . sys_get_temp_dir() . '/child', 'display_errors' => 0], args: [$d]));
--EXPECT--
in: watched
in/..: Failed to start filesystem handle: operation not permitted
.: Failed to start filesystem handle: operation not permitted
[status 0]
