--TEST--
Directories that are made, moved and removed faster than they are looked at: those that are left are watched, each once
--DESCRIPTION--
Rules: FS-19, FS-20
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\delay;

/** All directories below, with their names relative to it. */
function directories(string $path, string $name = ''): array
{
    $found = [];
    foreach (array_diff(scandir($path), ['.', '..']) as $entry) {
        if (is_dir("$path/$entry")) array_push($found, "$name$entry", ...directories("$path/$entry", "$name$entry/"));
    }
    return $found;
}
mt_srand(7);
$d = directory();
$outside = directory();
$w = new FileSystemWatcher($d, recursive: true);
for ($round = 0; $round < 40; $round++) {
    for ($step = mt_rand(1, 30); $step > 0; $step--) {
        $all = ['', ...directories($d)];
        $one = $all[mt_rand(0, count($all) - 1)];
        $other = $all[mt_rand(0, count($all) - 1)];
        $new = trim("$one/" . mt_rand(0, 5), '/');
        match (mt_rand(0, 7)) {
            0, 1, 2 => is_dir("$d/$new") || mkdir("$d/$new"),
            3 => is_dir("$d/$new") || mkdir("$d/$new/a/b/c/d", recursive: true),
            4 => $one === '' || remove_tree("$d/$one"),
            5 => $other === '' || is_dir("$d/$new") || str_starts_with("$new/", "$other/") || rename("$d/$other", "$d/$new"),
            6 => $other === '' || rename("$d/$other", "$outside/$round-$step"),
            7 => delay(0),
        };
    }
    happened($w, $d);
    $expected = [];
    foreach (['', ...directories($d)] as $name) {
        touch("$d/" . ($expected[] = ltrim("$name/touched", '/')));
    }
    foreach (directories($outside) as $name) touch("$outside/$name/touched");
    $told = array_filter(happened($w, $d), fn($event) => str_contains($event, 'touched:'));
    $told = array_map(fn($event) => strstr($event, ':', true), $told);
    sort($told);
    sort($expected);
    if ($told !== $expected) {
        echo "round $round: missing ", json_encode(array_diff($expected, $told));
        echo ", too many ", json_encode(array_diff($told, $expected)), "\n";
        break;
    }
    foreach ($expected as $name) unlink("$d/$name");
}
$w->close();
echo $round, " rounds\n";
--EXPECT--
40 rounds
