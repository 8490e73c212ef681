--TEST--
A file system that is unmounted inside a tree: what was below the mount is watched again
--DESCRIPTION--
Rules: FS-3, FS-20, FS-23
Order: independent
--SKIPIF--
<?php
$allowed = shell_exec('unshare -Urm sh -c "mount -t tmpfs none /mnt && echo yes" 2>/dev/null');
if (trim((string) $allowed) !== 'yes') die('skip needs mount namespaces');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/directory.php';

file_put_contents($script = directory() . '/script.php', '<?php require "' . dirname(__DIR__) . '/lib/directory.php";' . <<<'PHP'
use Async\FileSystemWatcher;
$d = directory();
mkdir("$d/sub/below", recursive: true);
exec("mount -t tmpfs none $d/sub");
$w = new FileSystemWatcher($d, recursive: true);
$root = new FileSystemWatcher("$d/sub");
touch("$d/sub/x"); report($w, $d);
exec("umount $d/sub");
report($w, $d);
touch("$d/sub/below/y"); report($w, $d);
foreach ($root as $event) if ($event->filename === null) break;
echo show($event), "\n";
$w->close();
$root->close();
PHP);
$php = escapeshellarg(PHP_BINARY) . ' -n -d display_errors=1 -d extension=' . escapeshellarg(true_async_module());
echo shell_exec("unshare -Urm $php $script 2>&1");
--EXPECT--
sub/x:RC
sub:R
sub/below/y:RC
null:R
