--TEST--
Fatal errors, exits and uncaught exceptions while futures are pending end the script as ever
--DESCRIPTION--
Rules: SG-8, SG-9, SH-22, SH-31
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Signal; use function Async\{signal, spawn, await, delay, timeout};
register_shutdown_function(function () { echo "shutdown function\n"; });
$f = signal(Signal::SIGUSR1)->ignore(); $c = spawn(fn() => await(signal(Signal::SIGUSR2, timeout(60_000)))); delay(1);', [
    'memory' => 'ini_set("display_errors", 0); str_repeat("x", 1 << 30);',
    'fatal in a coroutine' => 'ini_set("display_errors", 0); spawn(fn() => @trigger_error("fatal", E_USER_ERROR)); delay(1);',
    'uncaught in a coroutine' => 'ini_set("display_errors", 0); spawn(fn() => throw new Exception()); delay(1);',
    'uncaught in main' => 'ini_set("display_errors", 0); throw new Exception();',
    'graceful shutdown' => 'Async\graceful_shutdown();',
    'after a fatal error the signal ends the process' => 'ini_set("display_errors", 0);
        register_shutdown_function(function () { exec("kill -USR1 " . getmypid()); echo "alive\n"; }); str_repeat("x", 1 << 30);',
]);
--EXPECT--
-- memory
shutdown function
[status 255]
-- fatal in a coroutine
shutdown function
[status 255]
-- uncaught in a coroutine
shutdown function
[status 255]
-- uncaught in main
shutdown function
[status 255]
-- graceful shutdown
shutdown function
[status 0]
-- after a fatal error the signal ends the process
shutdown function
[status 138]
