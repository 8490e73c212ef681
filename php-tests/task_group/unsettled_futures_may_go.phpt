--TEST--
TG-14: a future that nothing refers to any more, or that was completed by its holder, is left alone
--DESCRIPTION--
Rules: TG-14, TG-18, FU-12
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup;
$group->spawn(function () use (&$go) { while (!$go) suspend(); return 1; });
$kept = [];
foreach (['all', 'race', 'any'] as $method) {
    for ($i = 0; $i < 5; $i++) {
        $future = $group->$method()->ignore();
        if ($i === 1) $future->cancel();
        if ($i % 2) $kept[] = $future;
        unset($future);
    }
}
gc_collect_cycles();
$go = true;
foreach ($kept as $future) {
    try { echo json_encode($future->await()), ' '; } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), ' '; }
}
echo "\n";
--EXPECT--
Future has been cancelled [1] Future has been cancelled 1 Future has been cancelled 1
