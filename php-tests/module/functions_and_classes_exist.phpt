--TEST--
MO-4: functions, interfaces and classes exist before any call of the API
--DESCRIPTION--
Rules: MO-4, AP-2
Order: independent
--FILE--
<?php
foreach (['spawn', 'spawn_with', 'suspend', 'await', 'delay', 'timeout', 'current_coroutine', 'get_coroutines'] as $f) {
    if (!function_exists("Async\\$f")) echo "missing function $f\n";
}
foreach (['Awaitable', 'Completable', 'ScopeProvider', 'SpawnStrategy'] as $i) {
    if (!interface_exists("Async\\$i", false)) echo "missing interface $i\n";
}
foreach (['Coroutine', 'Timeout', 'Context', 'Scope', 'AsyncCancellation', 'OperationCanceledException', 'AsyncException',
    'ServiceUnavailableException', 'ContextException', 'InputOutputException', 'DnsException', 'TimeoutException',
    'PollException', 'DeadlockError', 'CompositeException'] as $c) {
    if (!class_exists("Async\\$c", false)) echo "missing class $c\n";
}
var_dump(class_exists('Cancellation', false));
foreach (['Coroutine', 'Scope', 'Context', 'Timeout', 'CompositeException'] as $c) {
    $r = new ReflectionClass("Async\\$c");
    echo $c, ' final: ', var_export($r->isFinal(), true), "\n";
}
echo "done\n";
--EXPECT--
bool(true)
Coroutine final: true
Scope final: true
Context final: true
Timeout final: true
CompositeException final: true
done
