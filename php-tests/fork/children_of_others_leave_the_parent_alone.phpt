--TEST--
FRK-3: a child that proc_open() makes closes and moves descriptors without ending the waits of the parent for them
--DESCRIPTION--
Rules: io FRK-3, io SF-5, io EXE-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

/** The descriptors that a command inherits; not the file that valgrind reports to, which is another one in each process. */
function inherited(): string
{
    return shell_exec('ls -l /proc/self/fd | grep -v -e socket -e "/tmp\.[A-Za-z0-9]*/[0-9]*$" |
        sed "s/.* \\([0-9]* ->\\) \\([a-z]*\\).*/\\1 \\2/"');
}

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$first = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$before = inherited();
$readers = [spawn(fn() => stream_get_contents($a, 10)), spawn(fn() => fgets($pipes[1]))];
foreach ($readers as $c) {
    while (!$c->isSuspended() || $c->isQueued()) {
        suspend();
    }
}
// The child puts others of the parent's descriptors in the place of 0 to 2, and closes the rest.
for ($i = 0; $i < 5; $i++) {
    $p = proc_open(['true'], [$b, $b, $b], $none);
    proc_close($p);
}
fwrite($b, 'still here');
fwrite($pipes[0], "and here\n");
echo json_encode(array_map(await(...), $readers)), "\n";
// No descriptor of the extension's own goes to a command.
var_dump(inherited() === $before);
?>
--EXPECT--
["still here","and here\n"]
bool(true)
