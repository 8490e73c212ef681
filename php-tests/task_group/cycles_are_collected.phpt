--TEST--
TG-40: cycles through results, errors, handlers, the scope and tasks that never began
--DESCRIPTION--
Rules: TG-40, TG-39
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\suspend;

final class Node
{
    public mixed $to = null;
    public function __construct(private string $name) {}
    public function __destruct() { echo "$this->name collected\n"; }
}
final class NodeException extends Exception { public function __construct(private Node $node) {} }

function try_cycle(string $name, callable $make): void
{
    $make(new Node($name));
    // A collection that a coroutine asks for may run a little later.
    for ($i = 0; $i < 20; $i++) { gc_collect_cycles(); suspend(); }
    echo "-- after $name\n";
}
try_cycle('result', function (Node $node) {
    $group = new TaskGroup;
    $node->to = $group;
    $group->spawn(fn() => $node);
    $group->all()->await();
});
try_cycle('error', function (Node $node) {
    $group = new TaskGroup;
    $node->to = $group;
    $group->spawn(function () use ($node) { throw new NodeException($node); });
    $group->all(true)->await();
    $group->suppressErrors();
});
try_cycle('finally handler', function (Node $node) {
    $group = new TaskGroup;
    $node->to = $group;
    $group->finally(fn() => $node);
});
try_cycle('given scope', function (Node $node) {
    $scope = new Scope;
    $scope->setExceptionHandler(fn() => $node);
    $node->to = new TaskGroup(scope: $scope);
});
try_cycle('finally handlers that ran', function (Node $node) {
    $group = new TaskGroup;
    $node->to = $group;
    $group->finally(fn() => $node->to);
    $group->spawn(fn() => 1);
    $group->close();
    $group->awaitCompletion();
});
try_cycle('iterator', function (Node $node) {
    $group = new TaskGroup;
    $group->spawn(fn() => $node);
    $generator = (function () use ($group) { yield from $group; })();
    $generator->current();
    $node->to = $generator;
});
try_cycle('running task', function (Node $node) {
    $group = new TaskGroup(1, 0);
    $node->to = $group;
    $group->spawn(function () use ($node) { for ($i = 0; $i < 400; $i++) suspend(); echo "task goes on\n"; });
    $group->spawn(fn(Node $queued) => print("so does the queued one\n"), $node);
});
for ($i = 0; $i < 1000; $i++) { if ($i % 50 === 0) gc_collect_cycles(); suspend(); }
--EXPECT--
result collected
-- after result
error collected
-- after error
finally handler collected
-- after finally handler
given scope collected
-- after given scope
finally handlers that ran collected
-- after finally handlers that ran
iterator collected
-- after iterator
-- after running task
task goes on
so does the queued one
running task collected
