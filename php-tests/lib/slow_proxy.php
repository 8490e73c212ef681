<?php

declare(strict_types=1);

use function Async\{delay, spawn};

/*
 * A server between a client and a server: it passes on a few bytes at a time and counts, so that a test can do something at
 * every moment of a conversation. It runs in coroutines of the test.
 *
 *     $proxy = new SlowProxy($server->host, $server->port);
 *     new PDO("…;port=$proxy->port");
 *     $proxy->stop();
 */
final class SlowProxy
{
    /** How many pieces were passed on. */
    public int $pieces = 0;
    public readonly string $host;
    public readonly int $port;
    private array $coroutines = [];
    private array $sockets = [];

    public function __construct(string $host, int $port, private readonly int $bytes = 64)
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->sockets[] = $listener;
        [$this->host, $own] = explode(':', stream_socket_get_name($listener, false));
        $this->port = (int) $own;
        $this->coroutines[] = spawn(function () use ($listener, $host, $port) {
            while ($client = @stream_socket_accept($listener, -1.0)) {
                $server = stream_socket_client("tcp://$host:$port");
                array_push($this->sockets, $client, $server);
                $this->coroutines[] = spawn($this->pump(...), $client, $server);
                $this->coroutines[] = spawn($this->pump(...), $server, $client);
            }
        });
    }

    /** Ends all conversations and waits for its coroutines. */
    public function stop(): void
    {
        foreach ($this->coroutines as $coroutine) {
            $coroutine->cancel();
        }
        foreach ($this->coroutines as $coroutine) {
            try {
                Async\await($coroutine);
            } catch (Async\AsyncCancellation) {
            }
        }
        foreach ($this->sockets as $socket) {
            is_resource($socket) && fclose($socket);
        }
    }

    private function pump($from, $to): void
    {
        // A buffer would be filled up before the rest of it is passed on.
        stream_set_read_buffer($from, 0);
        while (($piece = (string) @fread($from, $this->bytes)) !== '') {
            $this->pieces++;
            delay(1);
            if (!@fwrite($to, $piece)) {
                break;
            }
        }
        @stream_socket_shutdown($to, STREAM_SHUT_WR);
    }
}
