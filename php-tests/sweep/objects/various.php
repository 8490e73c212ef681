<?php

/*
 * Objects of extensions with few methods that are tried, by class.
 */

return [
    'ZipArchive' => function (Side $s) {
        $archive = new ZipArchive();
        $archive->open($s->realPath('archive.zip'), ZipArchive::CREATE);
        $archive->addFromString("one_$s->name.txt", $s->text());
        $archive->addFromString('dir/two.txt', $s->text(2));
        $archive->setMtimeName("one_$s->name.txt", 1_000_000_000);
        $archive->setMtimeName('dir/two.txt', 1_000_000_000);
        $archive->close();
        $archive->open($s->realPath('archive.zip'));
        return $archive;
    },
    'finfo' => fn() => new finfo(FILEINFO_MIME),
    'tidy' => fn() => new tidy(),
    'UConverter' => fn() => new SlowConverter('utf-8', 'us-ascii'),
    'SessionHandler' => fn() => new SessionHandler(),
    'Phar' => fn(Side $s) => slow_phar($s, Phar::class),
    'PharData' => fn(Side $s) => slow_phar($s, PharData::class),
    'PharFileInfo' => fn(Side $s) => slow_phar($s, PharData::class)['file.txt'],
];
