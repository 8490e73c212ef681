<?php

/*
 * Phar: archives of the file system; what goes into them and what comes out may be streams of user space. Two coroutines use
 * two archives, or one.
 */

$packed = function (Side $s, string $class = 'PharData'): string {
    $archive = slow_phar($s, $class);
    return 'phar://' . $archive->getPath();
};
/** An archive that has been read from a file, with descriptions that have not been looked at. */
$described = function (Side $s, string $class): object {
    $archive = slow_phar($s, $class);
    $archive->setMetadata(new SlowObject($s->values()));
    $archive['file.txt']->setMetadata(new SlowObject($s->values()));
    $copy = str_replace('/archive', '/copy_of_archive', $archive->getPath());
    copy($archive->getPath(), $copy);
    return new $class($copy);
};

$recipes = [
    'Phar::addFile, PharData::addFile' => fn(Side $s) => [$s->file(), "added_$s->name.txt"],
    'Phar::buildFromDirectory, PharData::buildFromDirectory' => fn(Side $s) => [dirname($s->real(name: 'source/file.txt'))],
    'Phar::buildFromIterator, PharData::buildFromIterator' => fn(Side $s) => [
        new SlowIterator(["x_$s->name.txt" => $s->file(), 'y.txt' => $s->file($s->text(3), 'second.txt')]),
    ],
    'PharData::buildFromIterator#streams' => fn(Side $s) =>
        [new SlowIterator(["x_$s->name.txt" => $s->stream(), 'y.txt' => fopen($s->file(), 'r')])],
    'Phar::addFromString, PharData::addFromString' => fn(Side $s) => ["new_$s->name.txt", $s->text()],
    'Phar::addEmptyDir, PharData::addEmptyDir' => fn(Side $s) => ["new_$s->name"],
    'Phar::compress, PharData::compress' => ['args' => fn() => [Phar::GZ], 'result' => fn($archive) => $archive !== null],
    'Phar::decompress, PharData::decompress' => fn() => [],
    'Phar::compressFiles, PharData::compressFiles' => fn() => [Phar::GZ],
    'Phar::decompressFiles, PharData::decompressFiles' => fn() => [],
    'Phar::convertToExecutable, PharData::convertToExecutable' =>
        ['args' => fn() => [Phar::TAR], 'result' => fn($archive) => $archive !== null],
    'Phar::convertToData, PharData::convertToData' => ['args' => fn() => [Phar::ZIP], 'result' => fn($archive) => $archive !== null],
    'Phar::copy, PharData::copy' => fn(Side $s) => ['file.txt', "copy_$s->name.txt"],
    'Phar::delete, PharData::delete, Phar::offsetExists, PharData::offsetExists, Phar::offsetGet, PharData::offsetGet, Phar::offsetUnset,'
        . 'PharData::offsetUnset' => fn() => ['file.txt'],
    'Phar::offsetSet, PharData::offsetSet' => fn(Side $s) => ['file.txt', $s->stream()],
    'Phar::extractTo, PharData::extractTo' => fn(Side $s) => [$s->path('extracted')],
    'Phar::setMetadata, PharData::setMetadata, PharFileInfo::setMetadata' => fn(Side $s) => [new SlowObject($s->values())],
    'Phar::getMetadata' => ['object' => fn(Side $s) => $described($s, Phar::class)],
    'PharData::getMetadata' => ['object' => fn(Side $s) => $described($s, PharData::class)],
    'PharFileInfo::getMetadata' => ['object' => fn(Side $s) => $described($s, PharData::class)['file.txt']],
    'Phar::setStub, PharData::setStub' => fn(Side $s) => [fopen($s->file('<?php __HALT_COMPILER();'), 'r')],
    'Phar::setDefaultStub, PharData::setDefaultStub' => fn() => ['index.php'],
    'Phar::setAlias, PharData::setAlias' => fn(Side $s) => ["alias_$s->name"],
    'Phar::setSignatureAlgorithm, PharData::setSignatureAlgorithm' => fn() => [Phar::SHA256],
    'Phar::isFileFormat, PharData::isFileFormat' => fn() => [Phar::TAR],
    'PharFileInfo::compress' => fn() => [Phar::GZ],
    'PharFileInfo::chmod' => fn() => [0600],
    'Phar::__construct' => fn(Side $s) => [$packed($s, 'Phar')],
    'PharData::__construct' => fn(Side $s) => [$packed($s)],
    'PharFileInfo::__construct' => fn(Side $s) => [$packed($s) . '/file.txt'],
];
$files = [
    'file_get_contents#phar, file#phar, md5_file#phar, readfile#phar, filesize#phar' => fn(Side $s) => [$packed($s) . '/file.txt'],
    'copy#phar' => fn(Side $s) => [$packed($s) . '/file.txt', $s->path()],
    'copy#into_phar' => fn(Side $s) => [$s->file(), $packed($s) . '/new.txt'],
    'file_put_contents#phar' => fn(Side $s) => [$packed($s) . '/new.txt', $s->text()],
    'unlink#phar' => fn(Side $s) => [$packed($s) . '/file.txt'],
    'rename#phar' => function (Side $s) use ($packed) {
        $archive = $packed($s);
        return ["$archive/file.txt", "$archive/renamed.txt"];
    },
    'scandir#phar' => fn(Side $s) => [$packed($s)],
    'mkdir#phar' => fn(Side $s) => [$packed($s) . '/new'],
];
return $recipes + array_map(fn(Closure $args) => ['extension' => 'phar', 'args' => $args], $files);
