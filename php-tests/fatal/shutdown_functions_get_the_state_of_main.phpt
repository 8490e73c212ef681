--TEST--
OB-5, EG-9: after a fatal error shutdown functions have main's buffers and main's results, whatever coroutines were in the middle of
--DESCRIPTION--
Rules: OB-1, OB-5, SH-30, io EG-9, io CX-13
Order: dependent (a fatal error ends the process)
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// What is left in main, and in a coroutine that the error finds suspended, or that fails itself.
$program = fn(string $main, string $wait, string $error) => <<<PHP
<?php
use function Async\\{spawn, delay};
register_shutdown_function(function () {
    \$seen = [ob_get_level(), ob_get_contents(), strtok('/'), json_last_error_msg(), preg_last_error_msg()];
    while (ob_get_level() > 0) ob_end_clean();
    file_put_contents('php://stdout', json_encode(\$seen) . "\\n");
});
function leaves_behind(): void
{
    ob_start(fn(string \$text) => "[of the coroutine: \$text]");
    echo 'secret';
    ob_start();
    echo 'of the coroutine';
    strtok('a/b/c', '/');
    json_decode('{bad');
    @preg_match('/(?:\D+|<\d+>)*[!?]/', 'foobar foobar foobar');
}
function redeclared(): void {}
$main
\$wait = function () { $wait };
spawn(function () use (\$wait) { leaves_behind(); \$wait(); });
spawn(function () { leaves_behind(); delay(30); $error });
delay(100_000);
PHP;
$mains = [
    'nothing' => '',
    'results' => 'strtok("x/y/z", "/"); json_decode("1");',
    'a buffer' => 'ob_start(); echo "of main"; strtok("x/y/z", "/"); json_decode("{bad");',
];
$waits = [
    'in C code' => '$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); fgets($pair[0]);',
    'in PHP code' => 'delay(100_000);',
];
$errors = [
    'by trigger_error' => 'trigger_error("stop", E_USER_ERROR);',
    'by the compiler' => 'eval("function redeclared() {}");',
];
foreach ($mains as $name => $main) {
    $seen = [];
    foreach ($waits as $wait) {
        foreach ($errors as $error) {
            $ini = ['display_errors' => '0', 'log_errors' => '0'];
            $child = child_php($program($main, $wait, $error), $ini, seconds: 60);
            preg_match('/\[\d.*/', $child['out'], $found);
            $seen[$found[0] ?? json_encode($child)] = true;
        }
    }
    echo "$name: ", implode(' or ', array_keys($seen)), "\n";
}
--EXPECT--
nothing: [0,false,false,"No error","No error"]
results: [0,false,"y","No error","No error"]
a buffer: [1,"of main","y","Syntax error","No error"]
