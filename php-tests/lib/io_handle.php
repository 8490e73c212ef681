<?php
// Names for the numbers of the C interface, and pairs of handles that are connected.

const PIPE = 0, FILE = 1, TCP = 2, UDP = 3, TTY = 4;
const READABLE = 1, WRITABLE = 2, CLOSED = 4, EOF = 8, APPEND = 16, PRESERVE_FD = 32, OWNS_FD = 64;
const ZSTR = 0, IOV = 1, AWAIT = 2;

/** Two handles: what the second one writes the first one reads. */
function pair(string $kind, int $buffer = 0): array
{
    [$a, $b] = async_test_io_pair($kind, $buffer);
    $type = $kind === 'tcp' ? TCP : PIPE;
    return [async_test_io_create($a, $type, READABLE), async_test_io_create($b, $type, WRITABLE)];
}

/** Everything until the end of the stream. */
function read_all(int $io, int $size): string
{
    $all = '';
    while (($chunk = async_test_io_read($io, $size)) !== '' && $chunk !== null) {
        $all .= $chunk;
    }
    return $all;
}

/** So many bytes, which may come in parts. */
function read_exactly(int $io, int $length): string
{
    for ($bytes = ''; strlen($bytes) < $length; $bytes .= $part) {
        $part = async_test_io_read($io, $length - strlen($bytes));
        if ($part === '' || $part === null) break;
    }
    return $bytes;
}

/** Closes and gives back. */
function finish(int ...$handles): void
{
    foreach ($handles as $io) {
        async_test_io_close($io);
        async_test_io_release($io);
    }
}

/** Descriptors that are open. */
function open_descriptors(): int
{
    // Those that worker threads need are there from their first job on.
    $file = async_test_io_open(__FILE__, 0, 0, false);
    async_test_io_read($file, 1);
    finish($file);
    return count(scandir('/proc/self/fd'));
}

/** Text that is the same at no two places. */
function text(int $length): string
{
    $lines = [];
    for ($i = 0; $i * 33 < $length; $i++) {
        $lines[] = md5((string) $i) . "\n";
    }
    return substr(implode($lines), 0, $length);
}

function attempt(callable $call): mixed
{
    try {
        return $call();
    } catch (Throwable $e) {
        return get_class($e) . ': ' . $e->getMessage();
    }
}
