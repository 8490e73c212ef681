--TEST--
FU-26, FU-45: what was derived from a future that a channel, group or signal completes survives collections, and goes with the producer only
--DESCRIPTION--
Rules: FU-26, FU-45, CH-45, GC-2
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{Channel, Future, FutureState, Scope, Signal, TaskGroup, TaskSet};
use function Async\{await, delay, signal, spawn, suspend};

/** Coroutines of destructors and callbacks have their turn in between, in whichever order: so often that each has had it. */
function collect(): void
{
    for ($i = 0; $i < 30; $i++) {
        gc_collect_cycles();
        suspend();
    }
}

$told = [];
$tells = function (string $what) use (&$told) {
    return function () use ($what, &$told) {
        $told[] = $what;
    };
};
// Nothing refers to the futures but what completes them.
$channel = new Channel(1);
$channel->recvAsync()->map($tells('map of a channel'))->ignore();
$channel->recvAsync()->finally($tells('finally of a channel'))->map($tells('map behind it'))->ignore();
$group = new TaskGroup;
$set = new TaskSet;
foreach ([$group, $set] as $tasks) {
    $tasks->spawn(fn() => delay(20));
}
$group->all()->map($tells('all of a group'))->ignore();
$group->race()->map($tells('race of a group'))->ignore();
$set->joinNext()->map($tells('next of a set'))->ignore();
signal(Signal::SIGUSR1)->map($tells('map of a signal'))->ignore();
$state = new FutureState;
(new Future($state))->map($tells('map of a state'))->ignore();
collect();
$channel->send(1);
$channel->send(2);
$state->complete(1);
posix_kill(getmypid(), SIGUSR1);
delay(40);
sort($told);
echo implode("\n", $told), "\n";

// Where the producer goes with the callback they are told of the end, or they go, too; nothing is freed twice.
class Drops
{
    public $self;

    function __construct(private Closure $drop)
    {
        $this->self = $this;
    }

    function __destruct()
    {
        ($this->drop)();
    }
}
function cycle(Channel $channel, string $how): WeakReference
{
    $node = new stdClass;
    $node->self = $node;
    $node->channel = $channel;
    $future = $channel->recvAsync();
    $future->ignore();
    $future->$how(function () use ($node) {
        echo 'called ';
    })->ignore();
    return WeakReference::create($node);
}
foreach (['map', 'catch', 'finally'] as $how) {
    $live = new Channel(1);
    $gone = cycle($live, $how);
    new Drops(function () use (&$live) {
        $live = null;
    });
    collect();
    collect();
    echo "$how: ", $gone->get() ? 'kept' : 'gone', "\n";

    $scope = new Scope;
    $live = await($scope->spawn(fn() => new Channel(1)));
    $gone = cycle($live, $how);
    new Drops(function () use (&$scope) {
        $scope = null;
    });
    collect();
    $live = null;
    collect();
    echo "$how, scope: ", $gone->get() ? 'kept' : 'gone', "\n";
}
// A cycle through the channel alone.
$gone = cycle(new Channel(1), 'map');
collect();
collect();
echo 'cycle: ', $gone->get() ? 'kept' : 'gone', "\n";
?>
--EXPECT--
all of a group
finally of a channel
map behind it
map of a channel
map of a signal
map of a state
next of a set
race of a group
map: gone
map, scope: gone
called catch: gone
called catch, scope: gone
called finally: gone
called finally, scope: gone
cycle: gone
