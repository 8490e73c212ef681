--TEST--
SC-23: cancellation reaches all descendants, not parents and siblings; all get the same object
--DESCRIPTION--
Rules: SC-23, SC-20
Order: dependent
--FILE--
<?php
use function Async\{suspend};
use Async\{Scope, AsyncCancellation};

$reasons = [];
function worker(Scope $s, string $name): void
{
    global $reasons;
    $s->spawn(function () use ($name, &$reasons) {
        try { while (true) suspend(); }
        catch (AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; $reasons[spl_object_id($e)] = $e; }
    });
}
$root = new Scope;
worker($root, 'root');
foreach (['A', 'B', 'C'] as $name) worker($child[$name] = Scope::inherit($root), $name);
$deep = $child['A'];
$keep = [];
for ($i = 1; $i <= 100; $i++) $keep[] = $deep = Scope::inherit($deep);
worker($deep, 'A, 100 levels deeper');
suspend();
echo "- cancel A\n";
$child['A']->cancel();
suspend();
echo count($reasons), " object\n";
echo "- cancel C\n";
$child['C']->cancel(new AsyncCancellation('own reason'));
suspend();
echo "- cancel the root\n";
$reasons = [];
$root->cancel(new AsyncCancellation('the rest'));
suspend();
echo count($reasons), " object\n";
--EXPECT--
- cancel A
A: Scope was cancelled
A, 100 levels deeper: Scope was cancelled
1 object
- cancel C
C: own reason
- cancel the root
root: the rest
B: the rest
1 object
