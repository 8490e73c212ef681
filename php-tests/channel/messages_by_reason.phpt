--TEST--
CH-3: every reason of the end has its message, and the exception says which it was
--DESCRIPTION--
Rules: CH-3, CH-12, CH-14, CH-19, CH-36, CH-38, CH-40, CH-45
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException, Scope};
use function Async\{await, spawn};

function report(string $how, callable $do): void
{
    try {
        $do();
        echo "$how: nothing thrown\n";
    } catch (ChannelException $e) {
        echo "$how: {$e->getMessage()} [{$e->reason->name}, {$e->reason->value}] code {$e->getCode()}\n";
    }
}

$ch = new Channel;
$ch->close();
report('recv', fn() => $ch->recv());
report('send', fn() => $ch->send(1));
report('recvAsync', fn() => await($ch->recvAsync()));

$future = (new Channel)->recvAsync();
report('destroyed', fn() => await($future));

report('no producers', fn() => (new Channel(0, 1, 0, true))->recv());
report('no consumers', fn() => (new Channel(0, 0, 1, true))->send(1));
report('deadlock, receiving', fn() => (new Channel(0, 60_000))->recv());
report('deadlock, sending', fn() => (new Channel(0, 0, 60_000))->send(1));

$scope = new Scope;
$ch = await($scope->spawn(fn() => new Channel));
$scope->dispose();
report('scope', fn() => $ch->recv());

// Each call gets an exception of its own, thrown where it was made.
$errors = [];
foreach ([fn() => $ch->recv(), fn() => $ch->send(1)] as $call) {
    try { $call(); } catch (ChannelException $e) { $errors[] = $e; }
}
var_dump($errors[0] === $errors[1], basename($errors[0]->getFile()) === basename(__FILE__), $errors[0]->getPrevious());
--EXPECT--
recv: Channel is closed [EXPLICIT, explicit] code 0
send: Channel is closed [EXPLICIT, explicit] code 0
recvAsync: Channel is closed [EXPLICIT, explicit] code 0
destroyed: Channel disposed [DISPOSED, disposed] code 0
no producers: Channel deadlock: no producers [NO_PRODUCERS, no producers timeout] code 0
no consumers: Channel deadlock: no consumers [NO_CONSUMERS, no consumers timeout] code 0
deadlock, receiving: Channel deadlock [DEADLOCK, deadlock] code 0
deadlock, sending: Channel deadlock [DEADLOCK, deadlock] code 0
scope: Channel closed: owner scope disposed [SCOPE_DISPOSED, scope disposed] code 0
bool(false)
bool(true)
NULL
