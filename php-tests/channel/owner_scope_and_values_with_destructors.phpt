--TEST--
CH-30, CH-40, CH-44: what is discarded by the end of a scope may run code: make channels there, end the scope again, suspend
--DESCRIPTION--
Rules: CH-30, CH-40, CH-44
Order: independent
--FILE--
<?php
use Async\{Channel, Scope};
use function Async\{await, suspend};

class OnDestruct
{
    public function __construct(private Closure $do) {}
    public function __destruct() { ($this->do)(); }
}

$scope = new Scope;
$others = [];
$running = $scope->spawn(function () { try { Async\delay(60_000); } catch (Async\AsyncCancellation $e) { return $e->getMessage(); } });
suspend();
$first = await($scope->spawn(function () use ($scope, &$others, &$second) {
    $ch = new Channel;
    $ch->sendAsync(new OnDestruct(function () use ($scope, &$others, &$second) {
        $others[] = new Channel;
        echo 'second closed ', json_encode($second->isClosed()), "\n";
        // Destroyed while it is about to be closed.
        $second = null;
        $scope->cancel();
        suspend();
        echo "resumed\n";
    }));
    return $ch;
}));
$second = await($scope->spawn(fn() => new Channel));
$third = await($scope->spawn(fn() => new Channel));
$scope->cancel();
echo json_encode([$first->isClosed(), $third->isClosed(), $others[0]->isClosed(), $scope->isCancelled()]), "\n";
echo await($running), "\n";

// Destroyed channels are forgotten by their scope.
$scope = new Scope;
for ($i = 0; $i < 100; $i++) {
    await($scope->spawn(fn() => new Channel(1)));
}
$last = await($scope->spawn(fn() => new Channel(1)));
$scope->dispose();
var_dump($last->isClosed());

// One that has been closed already stays as it is, and one outlives its scope.
$scope = new Scope;
$closed = await($scope->spawn(fn() => new Channel(1)));
$closed->send('left');
$closed->close();
unset($scope);
echo $closed->recv(), ' ';
try { $closed->recv(); } catch (Async\ChannelException $e) { echo $e->reason->name, "\n"; }
--EXPECT--
second closed false
resumed
[true,true,false,true]
Scope was cancelled
bool(true)
left EXPLICIT
