--TEST--
CH-40, CH-42: the end of a parent ends what the scopes below own; the end of a child leaves what the parent owns alone
--DESCRIPTION--
Rules: CH-40, CH-41, CH-42
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Scope};
use function Async\{await, spawn, suspend};

function waiter(string $who, Channel $ch, Scope $in): Async\Coroutine
{
    $parked = false;
    $coroutine = $in->spawn(function () use ($who, $ch, &$parked) {
        $parked = true;
        try {
            return "$who: " . $ch->recv();
        } catch (ChannelException | AsyncCancellation $e) {
            return "$who: {$e->getMessage()}" . ($e->getPrevious() ? ', previous: ' . $e->getPrevious()->getMessage() : '');
        }
    });
    while (!$parked) suspend();
    return $coroutine;
}

function made_in(Scope $scope): Channel
{
    return await($scope->spawn(fn() => new Channel(1)));
}

$parent = new Scope;
$children = [Scope::inherit($parent), Scope::inherit($parent)];
$grandchild = Scope::inherit($children[1]);
$channels = [made_in($children[0]), made_in($children[1]), made_in($grandchild), made_in($parent)];

// Each waits for a channel of another scope.
$all = [
    waiter('child 0 on grandchild', $channels[2], $children[0]),
    waiter('child 1 on child 0', $channels[0], $children[1]),
    waiter('grandchild on parent', $channels[3], $grandchild),
    waiter('parent on child 1', $channels[1], $parent),
];
$parent->cancel();
foreach ($all as $one) echo await($one), "\n";

// Only what belongs to the child.
$parent = new Scope;
$child = Scope::inherit($parent);
$ofParent = made_in($parent);
$ofChild = made_in($child);
$inChild = waiter('child on parent', $ofParent, $child);
$inParent = waiter('parent on child', $ofChild, $parent);
$child->cancel();
echo await($inChild), "\n", await($inParent), "\n";
echo json_encode([$ofParent->isClosed(), $ofParent->sendAsync('works'), $ofParent->recv(), $ofChild->isClosed()]), "\n";

// A scope that merely runs out of coroutines closes nothing, nor does the end of one that was never held.
$scope = new Scope;
$a = made_in($scope);
suspend();
suspend();
$handler = null;
$coroutine = spawn(fn() => null);
$coroutine->finally(function () use (&$b) { $b = new Channel(1); });
await($coroutine);
while ($b === null) suspend();
suspend();
Async\iterate([1, 2], function () use (&$c) { $c = new Channel(1); suspend(); });
gc_collect_cycles();
echo json_encode([$scope->isFinished(), $a->isClosed(), $b->isClosed(), $c->isClosed(), $b->sendAsync(1)]), "\n";
--EXPECT--
child 0 on grandchild: Channel closed: owner scope disposed
child 1 on child 0: Channel closed: owner scope disposed
grandchild on parent: Channel closed: owner scope disposed
parent on child 1: Channel closed: owner scope disposed
child on parent: Scope was cancelled
parent on child: Channel closed: owner scope disposed
[false,true,"works",true]
[true,false,false,false,true]
