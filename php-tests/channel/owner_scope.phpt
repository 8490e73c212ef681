--TEST--
CH-40: disposing or cancelling the scope in which a channel was made closes it, for waiters in every scope
--DESCRIPTION--
Rules: CH-40, CH-41, CH-42, CH-43
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Scope};
use function Async\{await, spawn, suspend};

function waiter(string $who, Channel $ch, ?Scope $in = null): Async\Coroutine
{
    $parked = false;
    $body = function () use ($who, $ch, &$parked) {
        $parked = true;
        try {
            return "$who: " . $ch->recv();
        } catch (ChannelException | AsyncCancellation $e) {
            return "$who: {$e->getMessage()}" . ($e->getPrevious() ? ', previous: ' . $e->getPrevious()->getMessage() : '');
        }
    };
    $coroutine = $in ? $in->spawn($body) : spawn($body);
    while (!$parked) suspend();
    return $coroutine;
}

function made_in(Scope $scope, int $capacity = 0): Channel
{
    return await($scope->spawn(fn() => new Channel($capacity)));
}

$ends = [
    'dispose' => fn(Scope $s) => $s->dispose(),
    'cancel' => fn(Scope $s) => $s->cancel(),
    'cancel with a reason' => fn(Scope $s) => $s->cancel(new AsyncCancellation('reason')),
    'disposeSafely' => fn(Scope $s) => $s->disposeSafely(),
    'object goes' => fn(&$s) => $s = null,
    'failure' => fn(Scope $s) => $s->spawn(fn() => throw new LogicException('unhandled')),
    'disposeAfterTimeout' => fn(Scope $s) => $s->disposeAfterTimeout(1),
];
foreach ($ends as $how => $end) {
    $scope = new Scope;
    $scope->setExceptionHandler($how === 'failure' ? fn() => throw new LogicException('not handled either') : fn() => null);
    $ch = made_in($scope);
    $all = [waiter('inside', $ch, $scope), waiter('outside', $ch)];
    if ($how === 'failure') {
        // A coroutine that waits for the scope takes the exception.
        $waiting = false;
        $all[] = spawn(function () use ($scope, &$waiting) {
            $waiting = true;
            try { $scope->awaitCompletion(Async\timeout(60_000)); } catch (LogicException $e) { return $e->getMessage(); }
        });
        while (!$waiting) suspend();
    }
    $end($scope);
    echo "$how\n";
    foreach ($all as $one) echo '  ', await($one), "\n";
    echo '  closed ', json_encode($ch->isClosed()), "\n";
    unset($scope);
}

// Idle scopes, too.
foreach (['dispose' => fn(Scope $s) => $s->dispose(), 'object goes' => fn(&$s) => $s = null] as $how => $end) {
    $scope = new Scope;
    $ch = made_in($scope, 2);
    $ch->send('buffered');
    $outside = waiter('outside', $other = made_in($scope));
    $end($scope);
    echo "idle, $how: ", await($outside), ', ', $ch->recv(), ', ';
    foreach ([fn() => $ch->recv(), fn() => $ch->send(1), fn() => $ch->close() ?? $ch->recv()] as $operation) {
        try { $operation(); } catch (ChannelException $e) { echo $e->reason->name, ' '; }
    }
    echo "\n";
    unset($scope);
}
--EXPECT--
dispose
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  closed true
cancel
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  closed true
cancel with a reason
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  closed true
disposeSafely
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  closed true
object goes
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  closed true
failure
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  not handled either
  closed true
disposeAfterTimeout
  inside: Channel closed: owner scope disposed
  outside: Channel closed: owner scope disposed
  closed true
idle, dispose: outside: Channel closed: owner scope disposed, buffered, SCOPE_DISPOSED SCOPE_DISPOSED SCOPE_DISPOSED 
idle, object goes: outside: Channel closed: owner scope disposed, buffered, SCOPE_DISPOSED SCOPE_DISPOSED SCOPE_DISPOSED
