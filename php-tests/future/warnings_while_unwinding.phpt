--TEST--
FU-38: the warning for a future that an exception lets go reaches the error handler, and the exception stays
--DESCRIPTION--
Rules: FU-38
Order: independent
--FILE--
<?php
set_error_handler(function ($level, $message) {
    echo strtok($message, ';.'), "\n";
    return true;
});

function unused(): void
{
    $state = new Async\FutureState;
    throw new Exception('thrown');
}

function failed(): void
{
    $state = new Async\FutureState;
    $state->error(new LogicException('in the future'));
    throw new Exception('thrown');
}

foreach (['unused', 'failed'] as $call) {
    try {
        $call();
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    unset($e);
}
?>
--EXPECT--
Future was never used
thrown
Future was never used
Unhandled exception in Future: in the future
thrown
