<?php

/*
 * zlib, bzip2 and zip: compressed files of the wrapper, archives of the file system.
 */

$packed = fn(Side $s) => $s->file(gzencode($s->text(60)), 'packed.gz');
$gz = fn(Side $s) => $s->once(fn() => gzopen($packed($s), 'r'));
$gzWritten = fn(Side $s) => $s->once(fn() => gzopen($s->path('new.gz'), 'w'));
$through = fn(Side $s) => 'compress.zlib://' . $packed($s);
$bz = fn(Side $s) => $s->once(fn() => bzopen(fopen($s->file(bzcompress($s->text(60)), 'packed.bz2'), 'r'), 'r'));
$bzWritten = fn(Side $s) => $s->once(fn() => bzopen(fopen($s->path('new.bz2'), 'w'), 'w'));
$zip = function (Side $s): string {
    $zip = new ZipArchive();
    $zip->open($path = $s->realPath('archive.zip'), ZipArchive::CREATE);
    $zip->addFromString("one_$s->name.txt", $s->text());
    $zip->addFromString('two.txt', $s->text(2));
    $zip->close();
    return $path;
};

return [
    'gzopen' => ['args' => fn(Side $s) => [$packed($s), 'r'], 'result' => fn($stream) => gzread($stream, 20)],
    'gzfile, readgzfile' => fn(Side $s) => [$packed($s)],
    'gzgetc, gzpassthru, gzeof, gztell, gzrewind, gzclose' => fn(Side $s) => [$gz($s)],
    'gzread, gzgets' => fn(Side $s) => [$gz($s), 100],
    'gzseek' => fn(Side $s) => [$gz($s), 20],
    'gzwrite, gzputs' => fn(Side $s) => [$gzWritten($s), $s->text(3)],
    'file_get_contents#zlib, md5_file#zlib, file#zlib' => ['extension' => 'zlib', 'args' => fn(Side $s) => [$through($s)]],
    'copy#zlib' => ['extension' => 'zlib', 'args' => fn(Side $s) => [$s->file(), 'compress.zlib://' . $s->path('copy.gz')]],
    'stream_get_contents#inflate' => [
        'extension' => 'zlib',
        'args' => function (Side $s) {
            $stream = fopen($s->file(gzdeflate($s->text(40))), 'r');
            stream_filter_append($stream, 'zlib.inflate', STREAM_FILTER_READ);
            return [$stream];
        },
    ],
    'bzopen' => ['args' => fn(Side $s) => [fopen($s->file(bzcompress($s->text(60))), 'r'), 'r'],
        'result' => fn($stream) => bzread($stream, 20)],
    'bzread' => fn(Side $s) => [$bz($s), 100],
    'bzwrite' => fn(Side $s) => [$bzWritten($s), $s->text(3)],
    'bzflush, bzclose' => fn(Side $s) => [$bzWritten($s)],
    'bzerrno, bzerrstr, bzerror' => fn(Side $s) => [$bz($s)],
    'file_get_contents#bzip2' => ['extension' => 'bz2',
        'args' => fn(Side $s) => ['compress.bzip2://' . $s->file(bzcompress($s->text(60)))]],

    'file_get_contents#zip' => ['extension' => 'zip', 'args' => fn(Side $s) => ['zip://' . $zip($s) . '#two.txt']],
    'ZipArchive::close' => [
        'object' => function (Side $s) use ($zip) {
            $archive = new ZipArchive();
            $archive->open($zip($s));
            $archive->addFromString('new.txt', $s->text(3));
            $archive->registerProgressCallback(0.1, $s->callback(fn($done) => null, 'progress'));
            $archive->registerCancelCallback($s->callback(fn() => 0, 'cancels'));
            return $archive;
        },
        'result' => fn($result) => $result,
        'ignore' => ['object'],
        'shared' => false,
    ],
    'ZipArchive::extractTo' => ['args' => fn(Side $s) => [$s->path('extracted')], 'shared' => false],
    'ZipArchive::open' => ['object' => fn() => new ZipArchive(), 'args' => fn(Side $s) => [$zip($s)], 'shared' => false],
];
