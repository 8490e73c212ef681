<?php

/*
 * In place of run-tests.php's function of that name (php-tests/run). That one sees the end of a test in the end of its output: a
 * process that the test has left behind, with the test's output or errors as its own, holds the worker for as long as it lives, silent or
 * not, since its time-out never comes: it also waits for the standard error of the shell, which is at its end at once, and then reads
 * the output, whatever there is. This one gives what is left some seconds after the test's own process has ended, then names it, which
 * fails the test, and kills it.
 */
function system_with_timeout(
    string $commandline,
    ?array $env = null,
    ?string $stdin = null,
    bool $captureStdIn = true,
    bool $captureStdOut = true,
    bool $captureStdErr = true
) {
    global $valgrind;
    $grace = getenv('TEST_GRACE') ?: 20;
    $descriptors = array_filter([
        $captureStdIn ? ['pipe', 'r'] : null, $captureStdOut ? ['pipe', 'w'] : null, $captureStdErr ? ['pipe', 'w'] : null,
    ]);
    $process = proc_open($commandline, $descriptors, $pipes, TEST_PHP_SRCDIR, $env ?? [], ['suppress_errors' => true]);
    if (!$process) {
        return false;
    }
    if ($captureStdIn) {
        fwrite($pipes[0], $stdin ?? '');
        fclose($pipes[0]);
    }
    $data = '';
    $kept = $captureStdOut ? 1 : 2;
    $open = array_diff_key($pipes, [0 => null]);
    $limit = $valgrind ? 300 : ($env['TEST_TIMEOUT'] ?? 60);
    $heard = $looked = microtime(true);
    $ended = null;
    while ($open) {
        $read = $open;
        $none = null;
        @stream_select($read, $none, $none, 1);
        $now = microtime(true);
        foreach ($read as $number => $pipe) {
            $text = (string) fread($pipe, 8192);
            if ($text === '') {
                unset($open[$number]);
            } elseif ($number === $kept) {
                $data .= $text;
                $heard = $now;
            }
        }
        if ($now - $looked >= 1) {
            $looked = $now;
            if ($ended === null && !($status = proc_get_status($process))['running']) {
                $ended = $now;
            }
            if ($ended !== null && $now - $ended > $grace) {
                return $data . "\n ** ERROR: left behind with this test's output: " . implode(', ', end_holders($open)) . " **\n";
            }
            if ($ended === null && $now - $heard > $limit) {
                proc_terminate($process, 9);
                return "$data\n ** ERROR: process timed out **\n";
            }
        }
    }
    while ($ended === null) {
        // Only the first one that sees its end has its exit code.
        ($status = proc_get_status($process))['running'] ? usleep(1000) : $ended = microtime(true);
    }
    $signal = $status['signaled'] ? $status['termsig'] : $status['exitcode'] - 128;
    if ($status['signaled'] || $signal > 0 && $signal < 32) {
        $data .= "\nTermsig=$signal\n";
    }
    proc_close($process);
    return $data;
}

/** Kills the processes that have the other ends of these pipes; what they are. */
function end_holders(array $pipes): array
{
    $names = array_map(fn($pipe) => 'pipe:[' . fstat($pipe)['ino'] . ']', $pipes);
    $found = [];
    foreach (glob('/proc/[0-9]*/fd/*') as $descriptor) {
        $pid = (int) substr($descriptor, 6);
        if ($pid !== getmypid() && !isset($found[$pid]) && in_array(@readlink($descriptor), $names, true)) {
            $found[$pid] = "$pid " . trim(strtr((string) @file_get_contents("/proc/$pid/cmdline"), "\0", ' '));
        }
    }
    $found && exec('kill -9 ' . implode(' ', array_keys($found)) . ' 2>/dev/null');
    return $found;
}
