--TEST--
TG-33, TG-34: each entry once it is settled, in spawn order
--DESCRIPTION--
Rules: TG-33, TG-34, TG-35
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup;
$group->spawnWithKey('slow', function () { for ($i = 0; $i < 20; $i++) suspend(); return 'last to end'; });
$group->spawn(fn() => throw new Exception('failed'));
$group->spawnWithKey(7, fn() => null);
$group->close();
foreach ([1, 2] as $turn) {
    foreach ($group as $key => $entry) {
        [$result, $error] = $entry;
        echo "$turn: ", var_export($key, true), ' ', count($entry), ' ', json_encode($result), ' ', $error?->getMessage(), "\n";
    }
}
// A loop in a loop begins at the first entry again.
foreach ($group as $outer => $_) foreach ($group as $inner => $_) echo "$outer/$inner ";
echo "\n", json_encode(array_map(fn($entry) => $entry[0], iterator_to_array($group))), "\n";
foreach ($group as $key => $_) { if ($key === 0) break; }
echo "left at $key\n";
--EXPECT--
1: 'slow' 2 "last to end" 
1: 0 2 null failed
1: 7 2 null 
2: 'slow' 2 "last to end" 
2: 0 2 null failed
2: 7 2 null 
slow/slow slow/0 slow/7 0/slow 0/0 0/7 7/slow 7/0 7/7 
{"slow":"last to end","0":null,"7":null}
left at 0
