--TEST--
TG-39, TG-42: with the group goes what still runs in its scope
--DESCRIPTION--
Rules: TG-38, TG-39, TG-42
Order: independent

The tasks themselves keep the group; what is left are coroutines that they have spawned.
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{spawn, suspend};

foreach (['own', 'safe', 'not safe'] as $name) {
    $scope = match ($name) { 'own' => null, 'safe' => (new Scope)->allowZombies(), 'not safe' => (new Scope)->asNotSafely() };
    $group = new TaskGroup(scope: $scope);
    $state = null;
    $go = false;
    $group->spawn(function () use (&$state, &$go) {
        spawn(function () use (&$state, &$go) {
            $state = 'runs';
            try { while (!$go) suspend(); $state = 'ran on'; }
            catch (Async\AsyncCancellation $e) { $state = $e->getMessage(); }
        });
    });
    $group->all()->await();
    while ($state !== 'runs') suspend();
    unset($group);
    for ($i = 0; $i < 9; $i++) suspend();
    $go = true;
    for ($i = 0; $i < 9; $i++) suspend();
    echo "$name: $state\n";
}
--EXPECT--
own: Scope is being disposed due to TaskGroup destruction
safe: ran on
not safe: Scope is being disposed due to TaskGroup destruction
