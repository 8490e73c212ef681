<?php

/*
 * Functions of open streams.
 */

$directory = fn(Side $s) => [$s->once(fn() => opendir($s->directory()))];
$csv = "a,\"b \nb\",c\n1,2,3\n" . str_repeat("long,\"quoted, field\",x\n", 6);

return [
    'fgets, fgetc, feof, fstat, rewind, fflush, fpassthru, ftell, stream_isatty, '
        . 'stream_is_local, stream_supports_lock, stream_get_meta_data,'
        . 'socket_get_status' => fn(Side $s) => [$s->stream()],
    'fclose' => fn(Side $s) => [$s->stream()],
    'fread' => fn(Side $s) => [$s->stream(), 100],
    'fread#small' => ['args' => fn(Side $s) => [$s->stream(), 10], 'shared' => false],
    'fwrite, fputs' => fn(Side $s) => [$s->stream(mode: 'w+'), $s->text(4)],
    'fputcsv' => fn(Side $s) => [$s->stream(mode: 'w+'), [$s->word(), "quoted \"$s->name\"", ...$s->values()]],
    'fgetcsv' => fn(Side $s) => [$s->stream($csv)],
    'fscanf' => fn(Side $s) => [$s->stream(), '%s %s'],
    'ftruncate' => fn(Side $s) => [$s->stream(mode: 'r+'), 20 + $s->n],
    'fseek' => fn(Side $s) => [$s->stream(), 40],
    'fseek#end' => fn(Side $s) => [$s->stream(), -10, SEEK_END],
    'flock' => fn(Side $s) => [$s->stream(), LOCK_EX],
    'fsync, fdatasync' => fn(Side $s) => [$s->once(fn() => fopen($s->real(), 'r+'))],
    'stream_get_contents' => fn(Side $s) => [$s->stream()],
    'stream_get_contents#part' => fn(Side $s) => [$s->stream(), 30, 10],
    'stream_get_line' => fn(Side $s) => [$s->stream(), 200, "\n"],
    'stream_copy_to_stream' => ['args' => fn(Side $s) => [$s->stream(), fopen($s->path('copy.txt'), 'w')], 'shared' => true],
    'stream_copy_to_stream#to_one' => ['args' => fn(Side $s) => [fopen($s->file(), 'r'), $s->stream(mode: 'w')], 'shared' => false],
    'stream_set_write_buffer, set_file_buffer, stream_set_read_buffer, stream_set_chunk_size' => fn(Side $s) => [$s->stream(), 32],
    'stream_set_timeout, socket_set_timeout' => fn(Side $s) => [$s->stream(), 3],
    'stream_set_blocking, socket_set_blocking' => fn(Side $s) => [$s->stream(), true],
    'stream_select' => [
        'args' => fn(Side $s) => [[$s->stream()], [], [], 1],
        'result' => fn($result) => $result,
        'call' => function (Side $s, array $args) {
            [$read, $write, $except] = [$args[0], null, null];
            return [stream_select($read, $write, $except, 0, 20_000), count($read)];
        },
    ],
    'stream_filter_append, stream_filter_prepend' => [
        'args' => fn(Side $s) => [$s->stream(), SlowFilter::NAME, STREAM_FILTER_READ],
        'result' => fn($result) => get_resource_type($result),
    ],
    'stream_filter_remove' => [
        'args' => function (Side $s) {
            $stream = $s->stream(mode: 'w+');
            $filter = stream_filter_append($stream, SlowFilter::NAME, STREAM_FILTER_WRITE);
            fwrite($stream, $s->text(2));
            return [$filter];
        },
        'shared' => false,
    ],
    'stream_get_contents#filter, fpassthru#filter, fgets#filter' => fn(Side $s) => [filtered($s)],
    'fwrite#filter' => [
        'args' => function (Side $s) {
            $stream = $s->stream(mode: 'w+');
            stream_filter_append($stream, SlowFilter::NAME, STREAM_FILTER_WRITE);
            return [$stream, $s->text(4)];
        },
    ],
    'fclose#filter' => function (Side $s) {
        $stream = $s->stream(mode: 'w+');
        stream_filter_append($stream, SlowFilter::NAME, STREAM_FILTER_WRITE);
        fwrite($stream, $s->text(2));
        return [$stream];
    },
    'readdir, closedir' => $directory,
    'rewinddir' => $directory,
    'stream_context_get_options' => fn(Side $s) => [$s->stream()],
    'Directory::read, Directory::rewind, Directory::close' => [
        'object' => fn(Side $s) => dir($s->directory()),
        'ignore' => ['object'],
    ],
];
