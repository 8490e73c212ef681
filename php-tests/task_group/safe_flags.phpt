--TEST--
TG-42: an own scope cancels started tasks for real, whatever its parent's flag; a given scope goes by its own
--DESCRIPTION--
Rules: TG-42, TG-23, TG-25, TG-39
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, AsyncCancellation};
use function Async\{suspend, await};

$try = function (string $name, TaskGroup $group, callable $end) {
    $group->spawn(function () use (&$state, &$go) {
        $state = 'runs';
        try { while (!$go) suspend(); $state = 'ran on'; } catch (AsyncCancellation) { $state = 'was cancelled'; }
    });
    while ($state !== 'runs') suspend();
    $end($group);
    for ($i = 0; $i < 9; $i++) suspend();
    $go = true;
    for ($i = 0; $i < 9; $i++) suspend();
    echo "$name: $state\n";
};
foreach (['cancel', 'dispose'] as $end) {
    $try("$end, own", new TaskGroup, fn($g) => $g->$end());
    $try("$end, given and safe", new TaskGroup(scope: (new Scope)->allowZombies()), fn($g) => $g->$end());
    $try("$end, given and not safe", new TaskGroup(scope: (new Scope)->asNotSafely()), fn($g) => $g->$end());
}
--EXPECT--
cancel, own: was cancelled
cancel, given and safe: ran on
cancel, given and not safe: was cancelled
dispose, own: was cancelled
dispose, given and safe: ran on
dispose, given and not safe: was cancelled
