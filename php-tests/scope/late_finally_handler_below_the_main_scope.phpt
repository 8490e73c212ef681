--TEST--
SC-63: a handler registered with a closed scope runs when the scope's object goes, also below the main scope
--DESCRIPTION--
Rules: SC-63, SC-60, SC-61
Order: independent
--FILE--
<?php
use function Async\{delay, suspend};
use Async\Scope;

suspend();
$kept = Scope::inherit();
$kept->dispose();
$kept->finally(function ($scope) use (&$kept) {
    echo 'kept: ', get_debug_type($scope), "\n";
    delay(1);
    echo "kept: its end\n";
});
$dropped = Scope::inherit();
$dropped->dispose();
$dropped->finally(function ($scope) { echo 'dropped: ', get_debug_type($scope), "\n"; });
unset($dropped);
suspend();
register_shutdown_function(function () { echo "shutdown function\n"; });
echo "end of the script\n";
--EXPECT--
dropped: null
end of the script
shutdown function
kept: Async\Scope
kept: its end
