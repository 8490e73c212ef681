<?php

/*
 * FTP: connections to a server on which each has a directory of its own, with files of both sides.
 */

if (!function_exists('ftp_connect')) {
    return [];
}

$connect = function (): FTP\Connection {
    $ftp = ftp_connect('127.0.0.1', Servers::port('ftp'), 5) ?: throw new RuntimeException('the server of FTP does not answer');
    ftp_login($ftp, 'anonymous', 'sweep') || throw new RuntimeException("the server of FTP refuses the user");
    return $ftp;
};
$ftp = fn(Side $s) => $s->once(function () use ($s, $connect) {
    static $number = 0;
    $ftp = $connect();
    ftp_pasv($ftp, true);
    $directory = "/$s->name/" . getmypid() . '_' . $number++;
    ftp_mkdir($ftp, $directory);
    ftp_chdir($ftp, $directory);
    foreach (['a', 'b'] as $name) {
        $file = fopen('php://memory', 'w+');
        fwrite($file, str_repeat("text of $name\n", 20));
        rewind($file);
        ftp_fput($ftp, "file_$name.txt", $file, FTP_BINARY);
        ftp_mkdir($ftp, "dir_$name");
    }
    $s->meet();
    return $ftp;
});
$name = fn(Side $s) => "file_$s->name.txt";
$away = fn($value) => match (true) {
    is_array($value) => array_map(fn($line) => is_string($line)
        ? preg_replace(['~/[ab]/\d+_\d+~', '~\w{3} +\d+ +[\d:]+ ~'], ['/own', 'time '], $line) : $line, $value),
    is_string($value) => preg_replace('~/[ab]/\d+_\d+~', '/own', $value),
    default => $value,
};
// What the other end says about the last call is the connection's.
$of = fn(Closure $args, array $more = []) => $more + ['args' => fn(Side $s) => [$ftp($s), ...$args($s)], 'result' => $away];
// A transfer in steps is a state of the connection: one at a time.
$whole = fn(string $function) => ['shared' => false, 'call' => function (Side $s, array $args) use ($function) {
    $state = $function(...$args);
    while ($state === FTP_MOREDATA) {
        Inside::pause();
        $state = ftp_nb_continue($args[0]);
    }
    return $state;
}, 'ignore' => ['operations']];
$url = fn(Side $s, string $name) => 'ftp://127.0.0.1:' . Servers::port('ftp') . ftp_pwd($ftp($s)) . "/$name";
$wrapped = ['server' => 'ftp', 'extension' => 'ftp', 'ignore' => ['args']];
$written = fn(Side $s) => fopen($s->path(), 'w+');

return [
    'ftp_connect' => ['args' => fn() => ['127.0.0.1', Servers::port('ftp'), 5], 'result' => fn($made) => is_object($made)],
    'ftp_ssl_connect' => ['args' => fn() => ['127.0.0.1', Servers::port('ftp'), 5], 'result' => fn($made) => is_object($made)],
    'ftp_login' => ['args' => fn(Side $s) => [$s->once(fn() => ftp_connect('127.0.0.1', Servers::port('ftp'), 5)), 'anonymous', $s->word()],
        'shared' => false],
    'ftp_pwd, ftp_systype' => $of(fn() => []),
    'ftp_cdup' => $of(fn() => [], ['shared' => false]),
    // Whether the end is still answered is up to the server.
    'ftp_close, ftp_quit' => $of(fn() => [], ['shared' => false, 'result' => fn(bool $answered) => null]),
    'ftp_chdir' => $of(fn(Side $s) => ["dir_$s->name"], ['shared' => false]),
    'ftp_rmdir, ftp_nlist, ftp_mlsd' => $of(fn(Side $s) => ["dir_$s->name"]),
    'ftp_rawlist' => $of(fn(Side $s) => ["file_$s->name.txt"]),
    'ftp_exec' => $of(fn(Side $s) => [$s->word()]),
    // PHP takes a line's end of which a part has come for two lines.
    'ftp_raw' => $of(fn(Side $s) => ["SIZE file_$s->name.txt"], ['pieces' => ['result']]),
    'ftp_site' => $of(fn(Side $s) => [$s->word()]),
    'ftp_mkdir' => $of(fn(Side $s) => ["new_$s->name"]),
    'ftp_chmod' => $of(fn(Side $s) => [0644, $name($s)]),
    'ftp_alloc' => $of(fn(Side $s) => [100 + $s->n], ['shared' => true]),
    'ftp_pasv' => $of(fn() => [true]),
    'ftp_get' => $of(fn(Side $s) => [$s->path(), $name($s), FTP_BINARY]),
    'ftp_fget' => $of(fn(Side $s) => [$written($s), $name($s), FTP_BINARY]),
    'ftp_put' => $of(fn(Side $s) => ["new_$s->name.txt", $s->file(), FTP_BINARY]),
    'ftp_fput' => $of(fn(Side $s) => ["new_$s->name.txt", fopen($s->file(), 'r'), FTP_BINARY]),
    'ftp_append' => $of(fn(Side $s) => [$name($s), $s->file(), FTP_BINARY]),
    'ftp_nb_get' => $of(fn(Side $s) => [$s->path(), $name($s), FTP_BINARY], $whole('ftp_nb_get')),
    'ftp_nb_fget' => $of(fn(Side $s) => [$written($s), $name($s), FTP_BINARY], $whole('ftp_nb_fget')),
    'ftp_nb_put' => $of(fn(Side $s) => ["new_$s->name.txt", $s->file(), FTP_BINARY], $whole('ftp_nb_put')),
    'ftp_nb_fput' => $of(fn(Side $s) => ["new_$s->name.txt", fopen($s->file(), 'r'), FTP_BINARY], $whole('ftp_nb_fput')),
    'ftp_nb_continue' => [
        'args' => fn(Side $s) => [$ftp($s)],
        'call' => function (Side $s, array $args) use ($name) {
            // The first step is another function's; what it suspends for is not counted, what follows is.
            $state = ftp_nb_get($args[0], $s->path(), $name($s), FTP_BINARY);
            while ($state === FTP_MOREDATA) {
                $state = ftp_nb_continue($args[0]);
            }
            return $state;
        },
        'ignore' => ['operations'],
        'shared' => false,
    ],
    'ftp_size' => $of(fn(Side $s) => [$name($s)]),
    'ftp_mdtm' => $of(fn(Side $s) => [$name($s)], ['result' => fn(int $time) => $time > 0]),
    'ftp_rename' => $of(fn(Side $s) => [$name($s), "renamed_$s->name.txt"]),
    'ftp_delete' => $of(fn(Side $s) => [$name($s)]),
    'ftp_set_option' => $of(fn(Side $s) => [FTP_TIMEOUT_SEC, 5 + $s->n]),
    'ftp_get_option' => $of(fn() => [FTP_TIMEOUT_SEC]),
    // The wrapper of PHP for the same.
    'file_get_contents#ftp' => ['args' => fn(Side $s) => [$url($s, $name($s))]] + $wrapped,
    'file_put_contents#ftp' => ['args' => fn(Side $s) => [$url($s, "new_$s->name.txt"), $s->text()]] + $wrapped,
    'scandir#ftp' => ['args' => fn(Side $s) => [$url($s, '')]] + $wrapped,
    'unlink#ftp' => ['args' => fn(Side $s) => [$url($s, $name($s))]] + $wrapped,
    'rename#ftp' => ['args' => fn(Side $s) => [$from = $url($s, $name($s)), str_replace('file_', 'renamed_', $from)]] + $wrapped,
    'stat#ftp, filesize#ftp' => ['args' => fn(Side $s) => [$url($s, $name($s))],
        'result' => fn($found) => is_array($found) ? $found['size'] : $found] + $wrapped,
];
