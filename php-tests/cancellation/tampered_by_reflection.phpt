--TEST--
Exceptions whose properties reflection has filled with something else are printed and looked at without harm
--DESCRIPTION--
Rules: FU-38
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, CompositeException, FutureState};
use function Async\{spawn, suspend};

// The text of a chain whose traces are none: the error handler cuts the chain meanwhile.
$previous = new AsyncCancellation('previous');
(new ReflectionProperty('Cancellation', 'trace'))->setValue($previous, [5]);
$first = new AsyncCancellation('first', 0, $previous);
unset($previous);
set_error_handler(function () use ($first) {
    (new ReflectionProperty('Cancellation', 'previous'))->setValue($first, null);
    return true;
});
preg_match_all('/AsyncCancellation: (\w+)/', (string) $first, $texts);
echo implode(', ', $texts[1]), "\n";
restore_error_handler();

// A composite of what is no exception, left in a future at a shutdown.
$composite = new CompositeException;
$five = 5;
(new ReflectionProperty($composite, 'exceptions'))->setValue($composite, [&$five, 'text', null]);
spawn(function () use ($composite) {
    $state = new FutureState;
    $state->error($composite);
    Async\graceful_shutdown();
    set_error_handler(fn() => true);
    unset($state);
    echo "gone\n";
});
suspend();
?>
--EXPECT--
previous, first
gone
