<?php

/*
 * Functions of files and directories, by path.
 */

$cached = fn(Side $s) => [$s->file()];

return [
    'fopen' => fn(Side $s) => [$s->file(), 'r+'],
    'fopen#write' => fn(Side $s) => [$s->path(), 'w'],
    'fopen#missing' => fn(Side $s) => [$s->path('missing'), 'r'],
    'file_put_contents' => fn(Side $s) => [$s->path(), $s->text()],
    'file_put_contents#lock' => fn(Side $s) => [$s->file(), $s->text(), FILE_APPEND | LOCK_EX],
    'file_put_contents#stream' => fn(Side $s) => [$s->path(), $s->stream()],
    'file_put_contents#array' => fn(Side $s) => [$s->path(), array_map(fn($value) => new SlowObject([$value]), $s->values())],
    'file_get_contents' => fn(Side $s) => [$s->file()],
    'file_get_contents#part' => fn(Side $s) => [$s->file(), false, null, 5, 70],
    'file' => fn(Side $s) => [$s->file(), FILE_IGNORE_NEW_LINES],
    'copy' => fn(Side $s) => [$s->file(), $s->path()],
    'copy#to_disk' => fn(Side $s) => [$s->file(), $s->realPath()],
    'copy#from_disk' => fn(Side $s) => [$s->real(), $s->path()],
    'rename' => fn(Side $s) => [$s->file(), $s->path()],
    'rename#elsewhere' => fn(Side $s) => [$s->file(), $s->realPath()],
    'unlink' => fn(Side $s) => [$s->file()],
    'unlink#missing' => fn(Side $s) => [$s->path('missing')],
    'mkdir' => fn(Side $s) => [$s->path('new'), 0700],
    'mkdir#recursive' => fn(Side $s) => [$s->path('new/deep'), 0700, true],
    'rmdir' => fn(Side $s) => [$s->directory([])],
    'opendir' => fn(Side $s) => [$s->directory()],
    'dir' => [
        'args' => fn(Side $s) => [$s->directory()],
        'result' => fn($directory) => [$directory->path, $directory->read()],
        'ignore' => ['operations'],
    ],
    'scandir' => fn(Side $s) => [$s->directory()],
    'glob' => fn(Side $s) => [$s->directory() . '/*'],
    'tempnam' => ['args' => fn(Side $s) => [dirname($s->realPath()), 'sweep'], 'ignore' => ['result', 'disk']],
    'touch' => fn(Side $s) => [$s->file(), 1_234_567_890 + $s->n],
    'touch#new' => fn(Side $s) => [$s->path(), 1_234_567_890],
    'chown, chgrp, lchown, lchgrp' => fn(Side $s) => [$s->file(), $s->number()],
    'chmod' => fn(Side $s) => [$s->file(), $s->pick(0600, 0640)],
    'getimagesize' => ['args' => fn(Side $s) => [$s->file(image($s, 'gif'), 'image.gif')], 'piece' => 8192],
    'getimagesize#small' => fn(Side $s) => [$s->file(image($s, 'png'), 'image.png')],
    'iptcembed' => ['args' => fn(Side $s) => [iptc($s->word()), $s->real(image($s, 'jpeg'), 'image.jpg')]],
    'parse_ini_file' => fn(Side $s) => [$s->file(ini($s)), true],
    'get_meta_tags' => fn(Side $s) =>
        [$s->file("<html><head><meta name=\"author\" content=\"$s->name\">\n<meta name=\"key\" content='{$s->word()}'>\n</head>")],
    'highlight_file, show_source' => fn(Side $s) => [$s->file(code($s)), true],
    'highlight_file#printed' => fn(Side $s) => [$s->file(code($s))],
    'php_strip_whitespace' => fn(Side $s) => [$s->file(code($s))],
    'stream_resolve_include_path' => fn(Side $s) => [$s->file()],
    'error_log' => [
        'args' => fn(Side $s) => [$s->text(3), 3, $s->path('log.txt')],
    ],
    'readfile' => fn(Side $s) => [$s->file()],
    'ftok' => ['args' => fn(Side $s) => [$s->real(), 'x'], 'result' => fn($key) => $key !== -1],
    'realpath, readlink, linkinfo' => fn(Side $s) => [$s->real()],
    'disk_total_space, disk_free_space, diskfreespace' => ['args' => fn(Side $s) => [dirname($s->realPath())], 'ignore' => ['result']],
    'symlink, link' => fn(Side $s) => [$s->real(), $s->realPath()],
    'chdir' => fn(Side $s) => [dirname($s->realPath())],
    'hash_file' => fn(Side $s) => ['sha256', $s->file()],
    'hash_hmac_file' => fn(Side $s) => ['sha256', $s->file(), $s->word()],
    'hash_update_file' => [
        'args' => fn(Side $s) => [hash_init('sha256'), $s->file()],
        'result' => fn($result, array $args) => [$result, hash_final($args[0])],
    ],
    'hash_update_stream' => [
        'args' => fn(Side $s) => [hash_init('sha256'), $s->stream()],
        'result' => fn($result, array $args) => [$result, hash_final($args[0])],
        'shared' => true,
    ],
];
