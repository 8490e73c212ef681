<?php
/**
 * A listener whose queue is full: it takes no connection, and whoever connects waits. Needs ext/sockets.
 */
final class FullBacklog
{
    public readonly int $port;
    public readonly string $address;
    /** @var list<Socket> */
    private array $sockets;

    public function __construct()
    {
        $this->sockets[] = $listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_bind($listener, '127.0.0.1');
        // Room for one.
        socket_listen($listener, 0);
        socket_getsockname($listener, $host, $port);
        $this->port = $port;
        $this->address = "$host:$port";
        for ($i = 0; $i < 3; $i++) {
            $this->sockets[] = $client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
            socket_set_nonblock($client);
            @socket_connect($client, $host, $port);
            socket_clear_error($client);
        }
    }
}
