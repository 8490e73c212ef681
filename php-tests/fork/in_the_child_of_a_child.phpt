--TEST--
FK-3: forked again and again, with hooks that work in each generation
--DESCRIPTION--
Rules: FK-3, io FRK-2
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, delay};
function generation(int $n): int {
    if ($n === 0) return 0;
    $pid = pcntl_fork();
    if ($pid === 0) {
        // Blocking calls are cooperative again: each sleeps while the other does.
        $log = '';
        $sleeper = function () use (&$log) { $log .= 'sleeps '; usleep(30_000); $log .= 'wakes '; };
        [$a, $b] = [spawn($sleeper), spawn($sleeper)];
        await($a);
        await($b);
        $cooperative = $log === 'sleeps sleeps wakes wakes ' ? 1 : 0;
        exit($cooperative + generation($n - 1));
    }
    pcntl_waitpid($pid, $status);
    return pcntl_wexitstatus($status);
}
await(spawn(fn() => delay(1)));
var_dump(generation(3));
PHP, [], true, [], 8));
--EXPECT--
int(3)
[status 0]
