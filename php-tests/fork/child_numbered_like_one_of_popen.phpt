--TEST--
FRK-3: a forked process waits for a child whose number a command of popen() had in its parent
--DESCRIPTION--
Rules: io FRK-3, io EXE-7
Order: independent
--SKIPIF--
<?php
foreach (['pcntl_fork', 'pcntl_wait'] as $function) {
    if (!function_exists($function)) die("skip no $function()");
}
if (!@file_put_contents('/proc/sys/kernel/ns_last_pid', (string) getmypid())) {
    die('skip the numbers of processes cannot be chosen');
}
?>
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
await(spawn(fn() => null));
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$command = popen('echo $$', 'r');
$number = (int) fgets($command);
$child = pcntl_fork();
if ($child === 0) {
    fgets($b);
    // Others may take the number first.
    for ($tries = 0; $tries < 100; $tries++) {
        file_put_contents('/proc/sys/kernel/ns_last_pid', $number - 1);
        $own = pcntl_fork();
        if ($own === 0) {
            exit(7);
        }
        $found = pcntl_wait($status);
        if ($found !== $own || $own === $number) {
            break;
        }
    }
    echo $own === $number ? 'the same number' : 'another number', "\n";
    echo $found === $own && pcntl_wexitstatus($status) === 7 ? 'found' : "not found: $found", "\n";
    exit(0);
}
pclose($command);
fwrite($a, "the number is free\n");
pcntl_waitpid($child, $status);
?>
--EXPECT--
the same number
found
