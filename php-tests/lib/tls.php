<?php
/**
 * TLS within one process: a self-signed certificate, made once in a test, and both ends of connections.
 */

/** A PEM file with certificate and key, removed at the end. */
function tls_certificate(): string
{
    static $file = null;
    if ($file === null) {
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
        $request = openssl_csr_new(['commonName' => 'localhost'], $key);
        openssl_x509_export(openssl_csr_sign($request, null, $key, 2), $certificate);
        openssl_pkey_export($key, $private);
        $file = tempnam(sys_get_temp_dir(), 'tls');
        file_put_contents($file, $certificate . $private);
        $owner = getmypid();
        register_shutdown_function(fn() => getmypid() === $owner && @unlink($file));
    }
    return $file;
}

/** @return resource a context for servers, or for clients that trust any server */
function tls_context(bool $server, array $options = [])
{
    return stream_context_create(['ssl' => $options + ($server
        ? ['local_cert' => tls_certificate()]
        : ['verify_peer' => false, 'verify_peer_name' => false])]);
}

/** Connections of the listener take little at its end, or the kernel would hold megabytes that are not read. */
function little_room($server): void
{
    if (extension_loaded('sockets')) {
        $socket = socket_import_stream($server);
        socket_set_option($socket, SOL_SOCKET, SO_SNDBUF, 16384);
        socket_set_option($socket, SOL_SOCKET, SO_RCVBUF, 16384);
    }
}

/** @return array{resource, string} a listener for TLS and its address */
function tls_server(array $options = []): array
{
    $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
    $server = stream_socket_server('tls://127.0.0.1:0', $code, $text, $flags, tls_context(true, $options));
    little_room($server);
    return [$server, 'tls://' . stream_socket_get_name($server, false)];
}

/** @return resource the client's end */
function tls_client(string $address, float $timeout = 60, array $options = [])
{
    return stream_socket_client($address, $code, $text, $timeout, STREAM_CLIENT_CONNECT, tls_context(false, $options));
}

/** Both ends of a connection: the server's and the client's. In coroutine context. */
function tls_pair(array $options = []): array
{
    [$server, $address] = tls_server($options);
    $accept = Async\spawn(fn() => stream_socket_accept($server, 60));
    $client = tls_client($address, 60, $options);
    $accepted = Async\await($accept);
    // What the server sends after the handshake is read: a client that closes with something unread resets the connection.
    fwrite($accepted, '.');
    fread($client, 1);
    return [$accepted, $client];
}

/** Both ends of a connection of a kind: tcp, unix, tls. */
function connected_pair(string $kind): array
{
    if ($kind === 'tls') {
        return tls_pair();
    }
    if ($kind === 'unix') {
        return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    }
    $server = stream_socket_server('tcp://127.0.0.1:0');
    little_room($server);
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    return [stream_socket_accept($server, 60), $client];
}
