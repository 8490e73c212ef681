--TEST--
FK-3: in the child timers, sockets, spawn and await work, and the parent's go on undisturbed
--DESCRIPTION--
Rules: FK-3, io FRK-2
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, delay, suspend, timeout};

/** Work that needs the loop: timers, and sockets whose descriptors the parent also knows. */
function work(array $pair): string {
    $reader = spawn(function () use ($pair) { return stream_get_contents($pair[0], 15); });
    $writer = spawn(function () use ($pair) { delay(2); fwrite($pair[1], 'over the socket'); });
    $r = await($reader); await($writer);
    return $r;
}
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
echo 'before: ', work($pair), "\n";
$sync = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$pid = pcntl_fork();
if ($pid === 0) {
    // Closing what the parent has registered must not reach the parent's loop.
    fclose($pair[0]); fclose($pair[1]);
    $own = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $ok = work($own) === 'over the socket';
    // They sleep at the same time: the last begins before the first wakes.
    $log = ''; $sleepers = [];
    for ($i = 0; $i < 20; $i++) $sleepers[] = spawn(function () use (&$log) { $log .= 's'; usleep(20_000); $log .= 'w'; });
    foreach ($sleepers as $s) await($s);
    $ok = $ok && $log === str_repeat('s', 20) . str_repeat('w', 20);
    fwrite($sync[1], $ok ? 'y' : 'n');
    exit(await(spawn(function () { delay(2); return 7; })));
}
$answer = spawn(fn() => fread($sync[0], 1));
$r = work($pair);
echo 'parent: ', $r, ', child: ', await($answer), "\n";
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
echo 'after: ', work($pair), "\n";
PHP, [], true, [], 8));
--EXPECT--
before: over the socket
parent: over the socket, child: y
int(7)
after: over the socket
[status 0]
