--TEST--
TG-34: on an open group the loop waits for further entries and ends when it is closed
--DESCRIPTION--
Rules: TG-34
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{spawn, suspend, await};

$group = new TaskGroup;
$loop = function () use ($group) {
    $keys = [];
    foreach ($group as $key => [$result]) $keys[] = "$key=$result";
    return implode(' ', $keys);
};
$loops = [spawn($loop), spawn($loop)];
foreach (['a', 'b', 'c'] as $result) {
    for ($i = 0; $i < 4; $i++) suspend();
    $group->spawn(function () use ($result) { suspend(); return $result; });
    $group->spawn(fn() => strtoupper($result));
}
for ($i = 0; $i < 4; $i++) suspend();
$loops[] = spawn($loop);
$group->close();
foreach ($loops as $one) echo await($one), "\n";
$group = new TaskGroup;
$group->close();
foreach ($group as $entry) echo "never\n";
--EXPECT--
0=a 1=A 2=b 3=B 4=c 5=C
0=a 1=A 2=b 3=B 4=c 5=C
0=a 1=A 2=b 3=B 4=c 5=C
