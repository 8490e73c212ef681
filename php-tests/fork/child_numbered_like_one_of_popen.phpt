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

/** What the child of a child saw; null when another process of the machine has the number. */
function numbered_alike(): ?string
{
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $command = popen('echo $$', 'r');
    $number = (int) fgets($command);
    $child = watched_fork();
    if ($child === 0) {
        fgets($b);
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
        fwrite($b, match (true) {
            $found !== $own || pcntl_wexitstatus($status) !== 7 => "not found: $found",
            $own === $number => 'the same number, found',
            default => 'another number',
        });
        exit(0);
    }
    pclose($command);
    fwrite($a, "the number is free\n");
    fclose($b);
    $saw = stream_get_contents($a);
    pcntl_waitpid($child, $status);
    return $saw === 'another number' ? null : $saw;
}

// Others may take a number first, and keep it.
for ($tries = 0; $tries < 20 && ($saw = numbered_alike()) === null; $tries++);
echo $saw ?? 'always another number', "\n";
?>
--EXPECT--
the same number, found
