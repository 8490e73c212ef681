--TEST--
EXE-3: commands of exec() and its like go on reading the standard input of PHP, and write to its standard error, as in stock PHP
--DESCRIPTION--
Rules: io EXE-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

file_put_contents($lines = temporary_path('lines'), "first\nsecond\nthird\nfourth\nfifth\nsixth\n");
$commands = <<<'PHP'
    <?php
    function commands(): void
    {
        // Each takes one line.
        $command = fn(string $name) => "read line; echo $name, to the error output >&2; echo $name: \$line";
        echo exec($command('exec')), "\n", shell_exec($command('shell_exec'));
        system($command('system'));
        passthru($command('passthru'));
        echo stream_get_contents(popen($command('popen'), 'r'));
        echo stream_get_contents(STDIN);
    }

    PHP;
$stock = child_php("{$commands}commands();", with_extension: false, stdin: $lines);
$coroutine = child_php("{$commands}Async\\await(Async\\spawn(commands(...)));", stdin: $lines);
var_dump($coroutine === $stock);
echo $coroutine['out'];
unlink($lines);
?>
--EXPECT--
bool(true)
exec, to the error output
exec: first
shell_exec, to the error output
shell_exec: second
system, to the error output
system: third
passthru, to the error output
passthru: fourth
popen, to the error output
popen: fifth
sixth
