--TEST--
EX-1: a cancellation is Throwable but neither an Exception nor an Error
--DESCRIPTION--
Rules: EX-1
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, OperationCanceledException};

$c = new AsyncCancellation('x');
var_dump($c instanceof Throwable, $c instanceof Cancellation, $c instanceof Exception, $c instanceof Error);
var_dump(get_parent_class('Cancellation'), get_parent_class(AsyncCancellation::class), get_parent_class(OperationCanceledException::class));
function thrower() { throw new AsyncCancellation('thrown'); }
foreach (['Exception', 'Error'] as $base) {
    try { try { thrower(); } catch (Exception) { echo "wrong\n"; } catch (Error) { echo "wrong\n"; } }
    catch (AsyncCancellation $e) { echo "passed by $base\n"; }
}
try { thrower(); } catch (\Cancellation $e) { echo get_class($e), "\n"; }
try { thrower(); } catch (Throwable $e) { echo get_class($e), "\n"; }
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
string(12) "Cancellation"
string(23) "Async\AsyncCancellation"
passed by Exception
passed by Error
Async\AsyncCancellation
Async\AsyncCancellation
