--TEST--
EXE-2: a command that got the number of one that ended before, which was not closed yet, has an exit code of its own
--DESCRIPTION--
Rules: io EXE-2, io EXE-8
Order: independent
--SKIPIF--
<?php
if (!function_exists('pcntl_wait')) die('skip no pcntl_wait()');
if (!@file_put_contents('/proc/sys/kernel/ns_last_pid', (string) getmypid())) {
    die('skip the numbers of processes cannot be chosen');
}
?>
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

/** The exit codes of two commands; null when another process of the machine has the number. */
function numbered_alike(): ?string
{
    $first = popen('echo $$; exit 3', 'r');
    $number = (int) fgets($first);
    // It takes the status, which is kept for pclose(): from then on the number is free.
    while (pcntl_waitpid(-1, $status, WNOHANG) === 0) {
        usleep(1000);
    }
    for ($tries = 0; $tries < 100; $tries++) {
        file_put_contents('/proc/sys/kernel/ns_last_pid', $number - 1);
        $second = popen('echo $$; exit 5', 'r');
        if ((int) fgets($second) === $number) {
            return 'second: ' . pclose($second) . ', first: ' . pclose($first);
        }
        pclose($second);
    }
    return null;
}

echo await(spawn(function () {
    // Others may take a number first, and keep it.
    for ($tries = 0; $tries < 20 && ($codes = numbered_alike()) === null; $tries++);
    return $codes ?? 'always another number';
})), "\n";
?>
--EXPECT--
second: 5, first: 3
