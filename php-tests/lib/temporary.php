<?php

declare(strict_types=1);

/*
 * Files and directories for tests, with names that no other process has or had: a process id comes back, and what a killed
 * test has left behind with it. Under php-tests/run all of them lie in a directory that goes with the run.
 */

/** A path in the directory for temporary files at which there is nothing. */
function temporary_path(string $prefix): string
{
    return sys_get_temp_dir() . "/$prefix" . bin2hex(random_bytes(8));
}

/** A new empty directory. */
function make_temporary_directory(): string
{
    $dir = temporary_path('true_async-');
    mkdir($dir, 0700);
    return $dir;
}

/** The same, gone when this process ends in order. */
function temporary_directory(): string
{
    $dir = make_temporary_directory();
    $owner = getmypid();
    register_shutdown_function(fn() => getmypid() === $owner && remove_tree($dir));
    return $dir;
}

function remove_tree(string $path): void
{
    if (is_dir($path) && !is_link($path)) {
        // A server that is being ended may remove files, too.
        foreach (array_diff(@scandir($path) ?: [], ['.', '..']) as $name) {
            remove_tree("$path/$name");
        }
        @rmdir($path);
    } else {
        @unlink($path);
    }
}
