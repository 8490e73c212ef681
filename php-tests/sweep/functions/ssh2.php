<?php

/*
 * SSH: sessions with a server whose user is the one that runs the sweep. Its files are those of the file system.
 */

if (!function_exists('ssh2_connect')) {
    return [];
}

$connect = fn() => ssh2_connect('127.0.0.1', Servers::port('ssh')) ?: throw new RuntimeException('the server of SSH does not answer');
$user = fn() => posix_getpwuid(posix_geteuid())['name'];
$key = fn() => getenv('SWEEP_SSH_KEY');
$session = fn(Side $s) => $s->once(function () use ($s, $connect, $user, $key) {
    $session = $connect();
    ssh2_auth_pubkey_file($session, $user(), "{$key()}.pub", $key()) || throw new RuntimeException('the server of SSH refuses the key');
    $s->meet();
    return $session;
});
$stranger = fn(Side $s) => $s->once($connect);
$sftp = fn(Side $s) => $s->once(fn() => ssh2_sftp($session($s)));
$exec = fn(Side $s, string $command = '') =>
    $s->once(fn() => ssh2_exec($session($s), $command ?: "sleep 0.01; echo '{$s->word()}'; echo other >&2"));
$text = function ($stream): mixed {
    if (is_resource($stream)) {
        stream_set_blocking($stream, true);
        return stream_get_contents($stream);
    }
    return $stream;
};
$url = fn(Side $s, string $path) => 'ssh2.sftp://' . (int) $sftp($s) . $path;
// A call on a session in the middle of a handshake with it breaks it in stock PHP as well.
$own = ['shared' => false];
$wrapped = ['server' => ['ssh'], 'extension' => 'ssh2', 'ignore' => ['args']];

return [
    'ssh2_connect' => ['args' => fn() => ['127.0.0.1', Servers::port('ssh')], 'result' => fn($made) => is_resource($made)],
    'ssh2_disconnect' => $own + ['args' => fn(Side $s) => [$session($s)]],
    'ssh2_methods_negotiated' => fn(Side $s) => [$session($s)],
    'ssh2_fingerprint' => fn(Side $s) => [$session($s)],
    'ssh2_auth_none' => $own + ['args' => fn(Side $s) => [$stranger($s), $s->word()]],
    'ssh2_auth_password' => $own + ['args' => fn(Side $s) => [$stranger($s), $s->word(), $s->word()]],
    'ssh2_auth_pubkey_file' => $own + ['args' => fn(Side $s) => [$stranger($s), $user(), "{$key()}.pub", $key()]],
    'ssh2_auth_hostbased_file' => $own + ['args' => fn(Side $s) => [$stranger($s), $user(), 'localhost', "{$key()}.pub", $key()]],
    'ssh2_forward_listen' => ['args' => fn(Side $s) => [$session($s), free_port(), '127.0.0.1'],
        'ignore' => ['args'], 'result' => fn($made) => is_resource($made)],
    'ssh2_forward_accept' => $own + ['args' => function (Side $s) use ($session) {
        $listener = ssh2_forward_listen($session($s), $port = free_port(), '127.0.0.1');
        $s->meet();
        $s->keep(ask_peer("call $port"));
        return [$listener];
    }, 'result' => fn($stream) => preg_replace('/\d+/', 'port', (string) fgets($stream))],
    'ssh2_shell' => ['args' => fn(Side $s) => [$session($s), 'dumb'], 'result' => fn($made) => is_resource($made)],
    'ssh2_exec' => ['args' => fn(Side $s) => [$session($s), "sleep 0.01; echo '{$s->word()}'"], 'result' => $text],
    'ssh2_tunnel' => ['args' => fn(Side $s) => [$session($s), '127.0.0.1', Servers::port('peer')],
        'result' => fn($made) => is_resource($made)],
    'ssh2_scp_recv' => ['args' => fn(Side $s) => [$session($s), $s->real(str_repeat($s->text(), 100)), $s->realPath()]],
    'ssh2_scp_send' => ['args' => fn(Side $s) => [$session($s), $s->real(str_repeat($s->text(), 100)), $s->realPath()]],
    'ssh2_fetch_stream' => ['args' => fn(Side $s) => [$exec($s), SSH2_STREAM_STDERR], 'result' => $text] + $own,
    'ssh2_poll' => $own + ['args' => fn(Side $s) => [[['resource' => $exec($s), 'events' => SSH2_POLLIN]], 100], 'ignore' => ['args']],
    'ssh2_send_eof' => ['args' => fn(Side $s) => [$exec($s, 'cat')]],
    'ssh2_sftp' => ['args' => fn(Side $s) => [$session($s)], 'result' => fn($made) => is_resource($made)],
    'ssh2_sftp_rename' => ['args' => fn(Side $s) => [$sftp($s), $s->real(), $s->realPath()]],
    'ssh2_sftp_unlink' => ['args' => fn(Side $s) => [$sftp($s), $s->real()]],
    'ssh2_sftp_mkdir' => ['args' => fn(Side $s) => [$sftp($s), $s->realPath('made')]],
    'ssh2_sftp_rmdir' => ['args' => fn(Side $s) => [$sftp($s), new_directory($s->realPath('empty'))]],
    'ssh2_sftp_chmod' => ['args' => fn(Side $s) => [$sftp($s), $s->real(), 0600]],
    'ssh2_sftp_stat, ssh2_sftp_lstat' => ['args' => fn(Side $s) => [$sftp($s), $s->real()],
        'result' => fn($found) => $found['size'] ?? $found],
    'ssh2_sftp_symlink' => ['args' => fn(Side $s) => [$sftp($s), $s->real(), $s->realPath('link')]],
    'ssh2_sftp_readlink' => ['args' => function (Side $s) use ($sftp) {
        symlink($s->name, $link = $s->realPath('link'));
        return [$sftp($s), $link];
    }],
    'ssh2_sftp_realpath' => ['args' => fn(Side $s) => [$sftp($s), dirname($s->real()) . '/../' . $s->name]],
    'ssh2_auth_agent' => $own + ['args' => fn(Side $s) => [$stranger($s), $user()]],
    'ssh2_publickey_init' => $own + ['args' => fn(Side $s) => [$session($s)]],
    // The wrappers of the same.
    'file_get_contents#sftp, unlink#sftp, filesize#sftp, md5_file#sftp' => ['args' => fn(Side $s) => [$url($s, $s->real())]] + $wrapped,
    'file_put_contents#sftp' => ['args' => fn(Side $s) => [$url($s, $s->realPath()), $s->text()]] + $wrapped,
    'scandir#sftp' => ['args' => fn(Side $s) => [$url($s, dirname($s->real()))]] + $wrapped,
    'mkdir#sftp' => ['args' => fn(Side $s) => [$url($s, $s->realPath('made'))]] + $wrapped,
    'stream_get_contents#ssh' => ['args' => fn(Side $s) => [waiting($exec($s))]] + $wrapped,
    'fgets#ssh' => ['args' => fn(Side $s) => [waiting($exec($s))]] + $wrapped,
    'fwrite#ssh' => ['args' => fn(Side $s) => [waiting($exec($s, 'cat > /dev/null')), str_repeat($s->text(), 5000)],
        'ignore' => ['args', 'result']] + $wrapped,
];
