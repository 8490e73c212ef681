<?php
/**
 * Ends the process by SIGALRM if it is still alive after $seconds: a test whose call blocks the whole process
 * fails at once instead of waiting for the time limit of the test runner.
 */
function watchdog(int $seconds = 5): void
{
    // Under valgrind (php-tests/lib/under_valgrind) everything takes longer.
    pcntl_alarm(getenv('TEST_UNDER') ? 20 * $seconds : $seconds);
}
