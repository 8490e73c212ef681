--TEST--
SH-25, FU-38: a future that only the shutdown has rejected is no warning, one with an error of its own is
--DESCRIPTION--
Rules: SH-25, FU-38
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use function Async\{spawn, await, suspend, graceful_shutdown};

[, $end, $turns, $fails] = $argv;
spawn(function () use ($end, $turns, $fails) {
    $group = new Async\TaskGroup;
    $has_failed = !$fails;
    $group->spawn(function () use ($end, $turns, &$has_failed) {
        while (!$has_failed) suspend();
        for (; $turns > 0; $turns--) suspend();
        $end === 'exit' ? exit : graceful_shutdown();
    });
    $group->spawn(function () use ($fails, &$has_failed) {
        $has_failed = true;
        if ($fails) throw new LogicException('of its own');
        Async\delay(1000);
    });
    $fails ? [$group->all(), Async\delay(1000)] : await($group->all());
});
Async\delay(1000);
PHP;
foreach (['exit', 'graceful_shutdown'] as $end) {
    foreach ([0, 1, 5] as $turns) {
        echo "$end after $turns turns: ", child_php($code, args: [$end, (string) $turns, '0'])['out'], "\n";
    }
    echo 'a task has failed: ', substr_count(child_php($code, args: [$end, '2', '1'])['out'], 'Unhandled exception in Future'), "\n";
}
?>
--EXPECT--
exit after 0 turns: 
exit after 1 turns: 
exit after 5 turns: 
a task has failed: 1
graceful_shutdown after 0 turns: 
graceful_shutdown after 1 turns: 
graceful_shutdown after 5 turns: 
a task has failed: 1
