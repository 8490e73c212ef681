--TEST--
W-11: a copy into an archive, or out of it, is not left while phar reads the archive from the disk
--DESCRIPTION--
Rules: io W-11
--EXTENSIONS--
phar
--INI--
phar.readonly=0
--SKIPIF--
<?php
require __DIR__ . '/../lib/cold_file.php';
if ($why = no_cold_files()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/cold_file.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(40);
$dir = temporary_directory();
chdir($dir);
$data = new PharData('a.tar');
for ($i = 0; $i < 8; $i++) $data["file$i"] = str_repeat(chr(97 + $i), 1 << 19);
$data->convertToExecutable(Phar::TAR);
file_put_contents("$dir/small", 'small');

// Each in a process of its own: phar keeps what it has read.
foreach (['into' => ['small', 'phar://a.phar.tar/new'], 'out of' => ['phar://a.phar.tar/file7', 'copy']] as $what => [$from, $to]) {
    $script = <<<'PHP'
        <?php
        [, $library, $directory, $from, $to] = $argv;
        require $library;
        // Relative names: a dot in the name of a directory would be taken for the one before the type of the archive.
        chdir($directory);
        throw_out_of_cache('a.phar.tar');
        $done = false;
        $copier = Async\spawn(function () use ($from, $to, &$done) {
            var_dump(copy($from, $to));
            $done = true;
        });
        $others = 0;
        for (Async\suspend(); !$done; $others++) Async\suspend();
        echo "$others turns of others, ", md5_file($from) === md5_file($to) ? 'the same' : 'another', " text\n";
        PHP;
    $arguments = [__DIR__ . '/../lib/cold_file.php', $dir, $from, $to];
    echo "$what: ", child_php($script, ['extension' => shared_extensions('phar'), 'phar.readonly' => 0], args: $arguments)['out'];
}
?>
--EXPECT--
into: bool(true)
0 turns of others, the same text
out of: bool(true)
0 turns of others, the same text
