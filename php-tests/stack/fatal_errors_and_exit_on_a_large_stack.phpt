--TEST--
FW-6: a fatal error or exit() on a large stack, while others are suspended on theirs, ends the script as everywhere else
--DESCRIPTION--
Rules: FW-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
$head = <<<'PHP'
use function Async\{await, spawn, suspend, delay};
function deep(int $levels, callable $then)
{
    return $levels ? array_map(fn() => deep($levels - 1, $then), [0]) : $then();
}
class Waits { function __serialize(): array { delay(60_000); return []; } }
register_shutdown_function(function () {
    echo "shutdown function\n";
});
for ($i = 0; $i < 3; $i++) {
    spawn(fn() => serialize([new Waits]));
    spawn(fn() => deep(1500, fn() => delay(60_000)));
}
suspend();
suspend();
PHP;
$scripts = [
    'fatal error' => 'await(spawn(fn() => deep(1500, fn() => @trigger_error("the end", E_USER_ERROR))));',
    'memory limit' => 'await(spawn(fn() => deep(1500, fn() => str_repeat("x", 1 << 30))));',
    'exit' => 'await(spawn(fn() => deep(1500, function () { exit(7); })));',
    'compile error' => 'await(spawn(fn() => deep(1500, fn() => eval("function deep() {} "))));',
    'in the main script' => '@trigger_error("the end", E_USER_ERROR);',
    'and again in a shutdown function' => 'register_shutdown_function(function () {
        // The main script frees the array: a coroutine would on its own stack.
        [$length] = await(spawn(fn() => [strlen(serialize($value = deep(1500, fn() => 1))), $value]));
        echo "$length\n"; });
        await(spawn(fn() => deep(1500, fn() => @trigger_error("the end", E_USER_ERROR))));',
];
foreach ($scripts as $title => $code) {
    echo "-- $title\n";
    $result = child_php("<?php\n$head\n$code\n", ['fiber.stack_size' => '200K'], seconds: 10);
    echo preg_replace('~ in \S+.*~', '', trim($result['out'])), "\n[status {$result['status']}]\n";
}
?>
--EXPECTF--
-- fatal error
Fatal error: the end
shutdown function
[status 255]
-- memory limit
Fatal error: Allowed memory size of %d bytes exhausted %s
shutdown function
[status 255]
-- exit
shutdown function
[status 7]
-- compile error
Fatal error: Cannot redeclare %s
shutdown function
[status 255]
-- in the main script
Fatal error: the end
shutdown function
[status 255]
-- and again in a shutdown function
Fatal error: the end
shutdown function
%d
[status 255]
