<?php

declare(strict_types=1);

/*
 * Files that are not in the page cache. Not every file system throws a file out of it, or tells that it would have to read:
 *
 *     if ($why = no_cold_files()) die("skip $why");
 */

require_once __DIR__ . '/temporary.php';

/** Writes the file to the disk and throws it out of the page cache; how many of its bytes are still there. */
function throw_out_of_cache(string $file): int
{
    $name = escapeshellarg($file);
    for ($i = 0; $i < 200; $i++) {
        exec("dd of=$name oflag=nocache conv=notrunc,fdatasync count=0 status=none 2>&1");
        $cached = (int) exec("fincore --bytes --noheadings --output RES $name 2>&1");
        if ($cached === 0) break;
        usleep(10_000);
    }
    return $cached;
}

/**
 * Why there are none in the directory of this test, or null.
 *
 * @param bool $waits whether the test needs a read that finds nothing, and waits
 */
function no_cold_files(bool $waits = true): ?string
{
    if ($waits && str_contains((string) getenv('TEST_UNDER'), 'valgrind')) {
        return 'the first attempt makes the kernel read ahead, and valgrind is slower than the disk';
    }
    $file = temporary_path('cold-');
    file_put_contents($file, str_repeat('x', 1 << 20));
    $kind = exec('stat --file-system --format %T ' . escapeshellarg($file));
    $cached = exec('command -v fincore') !== '' ? throw_out_of_cache($file) : -1;
    unlink($file);
    return match (true) {
        !in_array($kind, ['ext2/ext3', 'xfs', 'btrfs'], true) => "files of the kind $kind are read blocking",
        $cached < 0 => 'there is no fincore',
        $cached > 0 => 'files stay in the page cache',
        default => null,
    };
}
