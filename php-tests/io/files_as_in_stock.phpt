--TEST--
IO-1, IO-2, IO-4: operations on regular files give in coroutines, several of which do them at once, what they give in plain PHP
--DESCRIPTION--
Rules: io IO-1, io IO-2, io IO-4, io IO-15
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

/** The coroutine, or 0 before there are any. */
function whose(): int
{
    global $stock;
    return isset($stock) ? Async\current_coroutine()->getId() : 0;
}

/** Does it all in a directory of its own; returns every result, warning and file. */
function work(): string
{
    $dir = make_temporary_directory();
    $log = &$GLOBALS['logs'][whose()];
    ob_start();
    foreach (['r', 'r+', 'w', 'w+', 'a', 'a+', 'x', 'c', 'c+'] as $mode) {
        $path = "$dir/$mode";
        if ($mode !== 'x') {
            file_put_contents($path, "first line\nsecond, line\n\nfourth 12\n");
        }
        $f = fopen($path, $mode);
        $log[] = [$mode, ftell($f), fread($f, 4), ftell($f), fwrite($f, 'XY'), ftell($f), fflush($f), fgets($f), fgetc($f), feof($f)];
        $log[] = [fseek($f, -3, SEEK_END), ftell($f), fread($f, 100), feof($f), fseek($f, 0), feof($f), fgetcsv($f), fscanf($f, '%s %d')];
        $log[] = [ftruncate($f, 5), ftell($f), rewind($f), stream_get_line($f, 100, "\n"), fwrite($f, '')];
        $log[] = fputcsv($f, ['a b', 'c"d', '1']);
        $log[] = [fseek($f, 40), fwrite($f, 'sparse'), rewind($f), stream_get_contents($f, 10, 2), fpassthru($f), fstat($f)['size']];
        $lines = file($path, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES);
        $log[] = [fclose($f), file_get_contents($path), $lines, @fopen("$path/no", 'r')];
    }
    $log[] = [copy("$dir/w+", "$dir/copy"), file_put_contents("$dir/copy", ['p', 'q'], FILE_APPEND)];
    $log[] = [readfile("$dir/copy"), filesize("$dir/copy")];
    $t = tmpfile();
    $log[] = [stream_copy_to_stream(fopen("$dir/copy", 'r'), $t), fseek($t, 3), fsync($t), fread($t, 5)];
    $log[] = [fwrite($t, 'z'), rewind($t), fgets($t)];
    $log[] = [rename("$dir/copy", "$dir/moved"), mkdir("$dir/sub"), rmdir("$dir/sub"), touch("$dir/moved", 5), filemtime("$dir/moved")];
    // Two descriptors of one open file have one position.
    $out = fopen("$dir/shared", 'w');
    $child = proc_open("echo child", [1 => $out, 2 => $out], $pipes);
    $log[] = [proc_close($child), fseek($out, 0, SEEK_CUR), fwrite($out, "parent\n"), file_get_contents("$dir/shared")];
    $log[] = ob_get_clean();
    array_map('unlink', glob("$dir/*"));
    rmdir($dir);
    return json_encode($log);
}

watchdog();
set_error_handler(function ($level, $text) {
    $GLOBALS['logs'][whose()][] = preg_replace('~true_async-[0-9a-f]+~', '', $text);
    return true;
});
$stock = work();
$coroutines = [spawn('work'), spawn('work')];
$results = array_map(await(...), $coroutines);
var_dump($results[0] === $stock, $results[1] === $stock, strlen($stock) > 3000);

$path = temporary_path('appended');
$appenders = [];
for ($i = 0; $i < 8; $i++) {
    $appenders[] = spawn(function () use ($path, $i) {
        $f = fopen($path, 'a');
        fwrite($f, "$i$i");
        fwrite($f, "$i$i");
    });
}
array_map(await(...), $appenders);
echo count_chars(file_get_contents($path), 3), ' ', filesize($path), "\n";
unlink($path);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
01234567 32
