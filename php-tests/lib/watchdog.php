<?php
/**
 * Ends the process by SIGALRM if it is still alive after $seconds: a test whose call blocks the whole process
 * fails at once instead of waiting for the time limit of the test runner. A virtual machine may stand still for more than ten
 * seconds, which count.
 */
function watchdog(int $seconds = 30): void
{
    // Under valgrind (php-tests/lib/under_valgrind) everything takes longer.
    pcntl_alarm(getenv('TEST_UNDER') ? 20 * $seconds : $seconds);
}

/**
 * pcntl_fork() with a watchdog for the child, which inherits none: one that waits for a parent that was killed would hold the test's
 * output for ever.
 */
function watched_fork(int $seconds = 30): int
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        watchdog($seconds);
    }
    return $pid;
}
