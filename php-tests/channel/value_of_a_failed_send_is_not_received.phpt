--TEST--
CH-26, CM-14: once the wait of a rendezvous sender has failed, its value is not received, also before the sender runs again
--DESCRIPTION--
Rules: CH-26, CM-14, CH-15
Order: independent
--FILE--
<?php
use Async\{Channel, Future, FutureState, OperationCanceledException};
use function Async\{await, spawn, suspend, timeout};

function attempt(callable $end, callable $receive): void {
    $channel = new Channel();
    $state = new FutureState();
    $sender = spawn(function () use ($channel, $state) {
        try { $channel->send('x', new Future($state)); echo "sent\n"; }
        catch (Async\AsyncCancellation $e) { echo 'failed: ', get_class($e), "\n"; }
    });
    $next = spawn(function () use ($channel) { $channel->send('next'); });
    while (!$sender->getAwaitingInfo() || !$next->getAwaitingInfo()) suspend();
    $end($sender, $state);
    $received = $receive($channel);
    await($sender);
    echo "received: $received\n";
    var_dump($channel->count());
}
foreach ([fn($c, $s) => $c->cancel(), fn($c, $s) => $s->complete(1)] as $end) {
    attempt($end, fn($channel) => $channel->recv(timeout(1000)));
    attempt($end, fn($channel) => $channel->recvAsync()->await());
    attempt($end, function ($channel) { foreach ($channel as $value) return $value; });
}
--EXPECT--
failed: Async\AsyncCancellation
received: next
int(0)
failed: Async\AsyncCancellation
received: next
int(0)
failed: Async\AsyncCancellation
received: next
int(0)
failed: Async\OperationCanceledException
received: next
int(0)
failed: Async\OperationCanceledException
received: next
int(0)
failed: Async\OperationCanceledException
received: next
int(0)
