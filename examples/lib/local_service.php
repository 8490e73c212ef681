<?php

declare(strict_types=1);

use Async\Scope;

/*
 * A server of line-based or HTTP requests in this very process: it accepts in one coroutine and answers each connection in
 * another, all of them ordinary blocking code. The examples talk to it as they would to a server elsewhere.
 */
final class LocalService
{
    public readonly string $address;
    /** @var resource */
    private $listener;
    private readonly Scope $scope;

    /** @param Closure(resource): void $answer reads the request from the connection and writes the answer */
    public function __construct(private readonly Closure $answer)
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0', $code, $message);
        if ($listener === false) {
            throw new RuntimeException("cannot listen on 127.0.0.1: $message");
        }
        $this->listener = $listener;
        $this->address = stream_socket_get_name($listener, false);
        // A child of the caller's scope: what is in its context is found from every connection.
        $this->scope = Scope::inherit()->asNotSafely();
        $this->scope->spawn($this->accept(...));
    }

    /** Cancels what is being answered. */
    public function stop(): void
    {
        $this->scope->cancel();
    }

    private function accept(): void
    {
        while (($connection = stream_socket_accept($this->listener, -1)) !== false) {
            $this->scope->spawn(function () use ($connection): void {
                ($this->answer)($connection);
                fclose($connection);
            });
        }
    }
}

/**
 * Reads a request up to its empty line.
 *
 * @param resource $connection
 * @return array{path: string, headers: array<string, string>} header names in lower case
 */
function read_request($connection): array
{
    $path = explode(' ', (string) fgets($connection))[1] ?? '/';
    $headers = [];
    while (($line = fgets($connection)) !== false && rtrim($line) !== '') {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $headers[strtolower($name)] = trim($value);
    }
    return ['path' => $path, 'headers' => $headers];
}

/** @param resource $connection its client may have left: it does not wait for ever */
function send_answer($connection, string $status, string $body): void
{
    @fwrite($connection, "HTTP/1.1 $status\r\nContent-Length: " . strlen($body) . "\r\nConnection: close\r\n\r\n$body");
}
