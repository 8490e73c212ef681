--TEST--
CX-10: a cancellation that came when a call was ready is delivered by the next wait, by nothing before, and once
--DESCRIPTION--
Rules: io CX-10, io CX-11, core CN-6, core CN-8, core CN-10, core CN-11, core CN-20, core CN-21
Order: dependent
--FILE--
<?php
use function Async\{await, delay, graceful_shutdown, protect, spawn, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/ready_race.php';

watchdog();
$read = fn($end) => fread($end, 4);
$stop = fn(string $reason) => fn($coroutine) => $coroutine->cancel(new Async\AsyncCancellation($reason));

ready_race('more is needed', $read, function ($end) {
    try {
        fread($end, 4);
    } catch (Async\AsyncCancellation $e) {
        return 'then ' . $e->getMessage();
    }
});
ready_race('no wait any more', $read, fn() => 'returned');
ready_race('an exception', $read, fn() => throw new Exception('failed'));
ready_race('it cancels itself as well', $read, function ($end, $coroutine) {
    $coroutine->cancel(new Async\AsyncCancellation('itself'));
    return 'returned';
});
ready_race('twice', $read, null, function ($coroutine) use ($stop) {
    $stop('first')($coroutine);
    $stop('second')($coroutine);
});
ready_race('once', $read, fn() => next_wait() . ', ' . next_wait());
ready_race('in finally', $read, function () {
    try {
        return 'returned';
    } finally {
        echo next_wait(), ', ';
    }
});

// Nothing is thrown where nothing waits, whatever must not be interrupted meanwhile.
ready_race('var_dump', $read, function () {
    ob_start();
    var_dump(1);
    print_r([1]);
    ob_end_clean();
    return next_wait();
});
ready_race('a handler of a signal', $read, function () {
    pcntl_signal(SIGUSR1, function () { echo 'handled, '; });
    posix_kill(posix_getpid(), SIGUSR1);
    pcntl_signal_dispatch();
    return next_wait();
});
ready_race('a class that is loaded', $read, function () {
    spl_autoload_register($load = function (string $class) { eval("trait $class {}"); });
    eval('class UsesLater { use LoadedLater; }');
    spl_autoload_unregister($load);
    return next_wait();
});
ready_race('protect()', $read, function () {
    protect(fn() => print(next_wait() . ' in it, '));
    return next_wait();
});
ready_race('cancelled again in protect()', $read, function ($end, $coroutine) {
    try {
        protect(function () use ($coroutine) {
            spawn(fn() => $coroutine->cancel(new Async\AsyncCancellation('later')));
            delay(1);
        });
        return next_wait() . ', ' . next_wait();
    } catch (Async\AsyncCancellation $e) {
        return 'protect() threw ' . $e->getMessage();
    }
});

// By a scope.
foreach (['cancel', 'dispose'] as $function) {
    $scopes = [new Async\Scope, new Async\Scope];
    array_map(fn($scope) => $scope->asNotSafely(), $scopes);
    $of = new SplObjectStorage;
    ready_race("Scope::$function()", $read, fn() => preg_replace('/then .*/', 'then cancelled', next_wait()),
        cancel: fn($coroutine) => $of[$coroutine]->$function(),
        spawn: function (callable $body, int $number) use ($scopes, $of) {
            $coroutine = $scopes[$number]->spawn($body);
            $of[$coroutine] = $scopes[$number];
            return $coroutine;
        });
}

// Main, with no other coroutine left: its next call does not block.
[$a, $b] = stream_pair();
[$other, $end] = stream_pair();
$main = Async\current_coroutine();
spawn(function () use ($other, $main, $stop) {
    fread($other, 1);
    $stop('stop')($main);
});
spawn(fn() => [fwrite($end, 'x'), fwrite($b, 'data')]);
echo 'main: ', fread($a, 4), ', ';
try {
    fread($a, 4);
} catch (Async\AsyncCancellation $e) {
    echo 'then ', $e->getMessage(), "\n";
}

// Graceful shutdown reaches a protected coroutine, whose call is ready, at its next wait; what was put off before it comes first.
[$a, $b] = stream_pair();
[$other, $end] = stream_pair();
$protected = spawn(fn() => protect(function () use ($a) {
    echo 'protected: ', fread($a, 4), "\n";
    echo 'protected: ' . next_wait() . ', ' . next_wait() . "\n";
}));
spawn(function () use ($other) {
    fread($other, 1);
    graceful_shutdown(new Async\AsyncCancellation('graceful'));
});
suspend();
suspend();
$protected->cancel(new Async\AsyncCancellation('earlier'));
fwrite($end, 'x');
fwrite($b, 'data');
try {
    await($protected);
} catch (Async\AsyncCancellation $e) {
    echo "main: ", $e->getMessage(), "\n";
}
?>
--EXPECT--
more is needed: "data", cancelled, then stop
no wait any more: "data", cancelled, returned | stop, cancelled
an exception:  | failed after stop, cancelled
it cancels itself as well: "data", cancelled, returned | stop, cancelled
twice: "data", cancelled, then first
once: "data", cancelled, then stop, not cancelled
in finally: then stop, "data", cancelled, returned
var_dump: "data", cancelled, then stop
handled, a handler of a signal: "data", cancelled, then stop
a class that is loaded: "data", cancelled, then stop
protect(): not cancelled in it, "data", cancelled, then stop
cancelled again in protect(): "data", cancelled, then stop, not cancelled
Scope::cancel(): "data", cancelled, then cancelled
Scope::dispose(): "data", cancelled, then cancelled
main: data, then stop
protected: data
main: graceful
protected: then earlier, not cancelled
