<?php
/**
 * Tests of extensions that outsiders have written: php-tests/ext/NAME, which knows nothing but include/. Only such a test
 * loads its extension; it runs in another PHP that has it.
 */

/** The path of the extension, beside the module that is tested. */
function outsider(string $name): string
{
    return dirname(getenv('TEST_EXTENSION_PATH'), 2) . "/c-tests/$name.so";
}

/** Runs the file that calls it again, with the extension, and ends. Does nothing where that has happened. */
function with_outsider(string $name): void
{
    if (extension_loaded($name)) {
        return;
    }
    // The PHP of the run has its limit of time, and valgrind, in front.
    $php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
    $file = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 1)[0]['file'];
    passthru(escapeshellarg($php) . ' -n ' . getenv('TEST_EXTENSION_OPTIONS') . ' -d display_errors=1 -d extension='
        . escapeshellarg(outsider($name)) . ' ' . escapeshellarg($file) . ' 2>&1', $status);
    exit($status);
}
