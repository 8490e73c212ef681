<?php

declare(strict_types=1);

/*
 * A DNS server for tests, in a network of its own where it may have port 53: with_dns($code) runs PHP code there, in a process
 * with this run's extensions. It knows every name below .test: TXT, MX and A records; names that begin with "missing" do not
 * exist, answers for those with "slow" are kept until "go.test" is asked for, those for "late" come a moment after that of
 * "now.test", names with "broken" get an error of the server.
 */

require_once __DIR__ . '/temporary.php';

/** Why there is no network of its own for a test here, or null. */
function dns_missing(): ?string
{
    exec('unshare -Urmn sh -c "ip link set lo up && mount --bind /etc/hosts /etc/resolv.conf" 2>&1', $out, $status);
    return $status === 0 ? null : 'no network and mounts of its own: ' . implode(' ', $out);
}

function with_dns(string $code): string
{
    $dir = temporary_directory();
    file_put_contents("$dir/resolv.conf", "nameserver 127.0.0.1\noptions timeout:5\n");
    file_put_contents("$dir/test.php", "<?php\nuse function Async\\{spawn, await, suspend};\n$code");
    $php = escapeshellarg(PHP_BINARY) . ' -n -d display_errors=1 -d html_errors=0';
    $extensions = implode(' ', array_map(escapeshellarg(...), explode(' ', (string) getenv('TEST_EXTENSION_OPTIONS'))));
    $under = getenv('TEST_UNDER') ?: '';
    $server = escapeshellarg(__FILE__);
    return (string) shell_exec('unshare -Urmn sh -c ' . escapeshellarg("ip link set lo up && mount --bind $dir/resolv.conf /etc/resolv.conf
        $php $server serve >$dir/ready & for i in \$(seq 3000); do [ ! -s $dir/ready ] || break; sleep 0.01; done
        $under $php $extensions $dir/test.php; kill $!") . ' 2>&1');
}

function serve(): void
{
    $socket = stream_socket_server('udp://127.0.0.1:53', flags: STREAM_SERVER_BIND);
    echo "ready\n";
    $kept = $late = [];
    $write = $except = null;
    // A test that was killed does not end it.
    while (($read = [$socket]) && stream_select($read, $write, $except, 120)) {
        $question = stream_socket_recvfrom($socket, 1500, 0, $peer);
        $labels = [];
        for ($at = 12; ($length = ord($question[$at])) > 0; $at += $length + 1) {
            $labels[] = substr($question, $at + 1, $length);
        }
        $name = $labels[0];
        $type = unpack('n', substr($question, $at + 1, 2))[1];
        $data = match ($type) {
            1 => "\x7f\0\0\x05",
            15 => pack('n', 10) . "\4mail\xc0\x0c",
            16 => chr(strlen($name) + 8) . "text of $name",
            default => null,
        };
        $code = str_starts_with($name, 'missing') ? 3 : (str_starts_with($name, 'broken') ? 4 : 0);
        $record = $data !== null && $code === 0 ? "\xc0\x0c" . pack('nnNn', $type, 1, 60, strlen($data)) . $data : '';
        $answer = substr($question, 0, 2) . pack('n5', 0x8180 | $code, 1, $record === '' ? 0 : 1, 0, 0)
            . substr($question, 12, $at + 5 - 12) . $record;
        if (str_starts_with($name, 'slow')) {
            $kept[] = [$answer, $peer];
            continue;
        }
        if (str_starts_with($name, 'late')) {
            $late[] = [$answer, $peer];
            continue;
        }
        stream_socket_sendto($socket, $answer, 0, $peer);
        if ($name === 'go') {
            foreach ($kept as [$text, $other]) stream_socket_sendto($socket, $text, 0, $other);
            $kept = [];
        } elseif ($name === 'now') {
            usleep(100_000);
            foreach ($late as [$text, $other]) stream_socket_sendto($socket, $text, 0, $other);
            $late = [];
        }
    }
}

if (($argv[1] ?? '') === 'serve' && realpath($argv[0]) === __FILE__) {
    serve();
}
