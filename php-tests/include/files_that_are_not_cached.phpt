--TEST--
INC-1: an included file that is not in the page cache is read blocking; one that file_get_contents() reads lets others run
--DESCRIPTION--
Rules: INC-1, io IO-3
--SKIPIF--
<?php
require __DIR__ . '/../lib/cold_file.php';
if ($why = no_cold_files()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/cold_file.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(40);
$file = temporary_directory() . '/file';
file_put_contents($file, "<?php\n" . str_repeat("// a line of 32 bytes, as others\n", 65536) . "return __LINE__;\n");
$ways = [
    'file_get_contents' => fn() => substr_count(file_get_contents($file), "\n"),
    'include' => fn() => include $file,
    'require' => fn() => require $file,
];
foreach ($ways as $name => $way) {
    // A fast disk may answer what the kernel reads ahead before it is waited for.
    for ($try = 0, $turns = 0; $try < 10 && $turns === 0; $try++) {
        throw_out_of_cache($file);
        [$result, $turns] = await(spawn(function () use ($way) {
            $turns = 0;
            $other = spawn(function () use (&$turns) { for (;; $turns++) suspend(); });
            suspend();
            $before = $turns;
            $result = $way();
            $ran = $turns - $before;
            $other->cancel();
            return [$result, $ran];
        }));
    }
    echo "$name: $result, ", $turns ? 'others ran' : 'read blocking', "\n";
}
?>
--EXPECT--
file_get_contents: 65538, others ran
include: 65538, read blocking
require: 65538, read blocking
