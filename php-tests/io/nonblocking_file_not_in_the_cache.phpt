--TEST--
IO-3: a regular file in non-blocking mode whose pages are not cached is read in a coroutine as outside
--DESCRIPTION--
Rules: IO-1, IO-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$file = __DIR__ . '/nonblocking_file_not_in_the_cache.' . bin2hex(random_bytes(8));
file_put_contents($file, str_repeat('x', 4 << 20));
// Written to the disk, then thrown out of the page cache, where the file system knows how.
exec('dd of=' . escapeshellarg($file) . ' oflag=nocache conv=notrunc,fdatasync count=0 status=none');
$read = function () use ($file) {
    $handle = fopen($file, 'r');
    stream_set_blocking($handle, false);
    fseek($handle, 2 << 20);
    return strlen(fread($handle, 8192));
};
var_dump(await(spawn($read)));
unlink($file);
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/nonblocking_file_not_in_the_cache.????????????????'));
--EXPECT--
int(8192)
