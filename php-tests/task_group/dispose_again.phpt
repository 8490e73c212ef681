--TEST--
TG-25: every dispose() cancels what runs at that time
--DESCRIPTION--
Rules: TG-25, TG-41
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\suspend;

$group = new TaskGroup(1, 0);
$started = [];
for ($i = 0; $i < 3; $i++) {
    $group->spawn(function () use ($i, &$started) {
        $started[] = $i;
        while (true) suspend();
    });
}
$group->spawn(fn() => 'last');
for ($i = 0; $i < 3; $i++) {
    while (count($started) <= $i) suspend();
    $group->dispose();
}
echo json_encode($group->all(true)->await()), "\n";
foreach ($group->getErrors() as $key => $error) echo "$key: ", $error->getMessage(), "\n";
--EXPECT--
{"3":"last"}
0: Scope is being disposed due to TaskGroup disposal
1: Scope is being disposed due to TaskGroup disposal
2: Scope is being disposed due to TaskGroup disposal
