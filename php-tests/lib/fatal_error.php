<?php
/**
 * Children that end in a fatal error while a call waits in C code.
 */
require_once __DIR__ . '/child.php';

/** What the message of the error is, by the place where it happens. `CALL` stands for the call that waits. */
const FATAL_ERRORS = [
    'main runs out of memory' => [
        'spawn(function () { CALL }); delay(100); ini_set("memory_limit", "32M"); str_repeat("x", 64 << 20);',
        'Allowed memory size',
    ],
    'an error in another coroutine' => [
        '$c = spawn(function () { CALL }); spawn(function () { delay(100); trigger_error("stop", E_USER_ERROR); }); await($c);',
        'stop',
    ],
    'main itself waits' => [
        'spawn(function () { delay(100); ini_set("memory_limit", "32M"); str_repeat("x", 64 << 20); }); CALL',
        'Allowed memory size',
    ],
    'an uncaught exception' => [
        'spawn(function () { CALL }); delay(100); throw new Exception("nobody catches it");',
        'nobody catches it',
    ],
];

/**
 * Runs each call with each error and says what was not right. $before runs first in each child.
 *
 * @param array<string, string> $calls
 */
function fatal_errors(array $calls, array $ini = [], string $before = ''): void
{
    foreach ($calls as $name => $call) {
        $wrong = [];
        foreach (FATAL_ERRORS as $where => [$code, $message]) {
            $code = "<?php\nuse function Async\\{spawn, delay, await};\n"
                . "register_shutdown_function(fn() => print \"shutdown functions run\\n\");\n"
                . $before . str_replace('CALL', $call, $code) . "\necho 'not reached';";
            // Nothing but the error ends the call before a child is killed.
            ['out' => $out, 'status' => $status] = child_php($code, $ini + ['default_socket_timeout' => 1000], seconds: 20);
            $right = $status === 255 && substr_count($out, 'Fatal error') === 1 && str_contains($out, $message)
                && !str_contains($out, 'not reached') && str_contains($out, 'shutdown functions run');
            if (!$right) {
                $wrong[] = "$where: status $status, " . substr(trim($out), 0, 400);
            }
        }
        echo "$name: ", implode("\n  ", $wrong) ?: 'all right', "\n";
    }
}
