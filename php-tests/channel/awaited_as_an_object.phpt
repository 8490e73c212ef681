--TEST--
CH-53: given to await_*() a channel completes only when it is closed, with the exception
--DESCRIPTION--
Rules: CH-29, CH-53, CM-8, CM-15
Order: independent
--FILE--
<?php
use Async\{Channel, ChannelException, Scope};
use function Async\{await, await_all, await_any_or_fail, await_first_success, spawn, suspend, timeout};

$ch = new Channel(2);
$waiting = spawn(function () use ($ch) {
    try { await_any_or_fail([$ch]); } catch (ChannelException $e) { return $e; }
});
while (!$waiting->getAwaitingInfo()) suspend();
echo $waiting->getAwaitingInfo()[0], "\n";
// Values are no completion.
$ch->send(1);
$ch->recv();
suspend();
var_dump($waiting->isCompleted());
$ch->close();
$e = await($waiting);
echo $e->getMessage(), ' ', $e->reason->name, "\n";

// Closed before: the same exception again.
try { await_any_or_fail([$ch]); } catch (ChannelException $again) { var_dump($again === $e); }
[$results, $errors] = await_all(['a' => $ch, 'b' => spawn(fn() => 'b')]);
echo json_encode($results), ' ', get_class($errors['a']), "\n";
$closed = new Channel;
$closed->close();
[, $errors] = await_all([$closed, $closed]);
var_dump($errors[0] === $errors[1]);

// The faster one decides.
$open = new Channel;
echo json_encode(await_first_success([$open, spawn(fn() => 'first')])[0] ?? null), "\n";
try {
    await_any_or_fail([$open, timeout(1)]);
} catch (Async\TimeoutException | Async\OperationCanceledException $e) {
    echo get_class($e), "\n";
}

// As a token for awaitCompletion(): its end is the end of the wait.
$scope = new Scope;
$scope->spawn(fn() => Async\delay(60_000));
$token = new Channel;
spawn(fn() => $token->close());
try {
    $scope->awaitCompletion($token);
} catch (Async\OperationCanceledException $e) {
    echo $e->getMessage(), ', ', get_class($e->getPrevious()), "\n";
}
$scope->cancel();

// Not Completable: no operand of await(), no token of recv().
foreach ([fn() => await($open), fn() => $open->recv($token)] as $misuse) {
    try { $misuse(); } catch (TypeError $e) { echo strtok($e->getMessage(), ','), "\n"; }
}
--EXPECT--
Channel(capacity=2, receivers=0, senders=0, reserved=0/0)
bool(false)
Channel is closed EXPLICIT
bool(true)
{"b":"b"} Async\ChannelException
bool(true)
"first"
Async\TimeoutException
Operation has been cancelled, Async\ChannelException
Async\await(): Argument #1 ($awaitable) must be of type Async\Completable
Async\Channel::recv(): Argument #1 ($cancellationToken) must be of type ?Async\Completable
