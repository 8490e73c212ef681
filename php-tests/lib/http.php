<?php
/**
 * A small HTTP server in a process of its own, for tests of blocking HTTP clients. Start it before the first use of Async\.
 * It serves any number of connections at once and ends when the test process is gone.
 */

final class HttpServer
{
    public readonly int $port;
    /** @var resource */
    private $process;
    private array $pipes = [];

    public function __construct()
    {
        $this->process = proc_open([PHP_BINARY, '-n', __DIR__ . '/http_server.php'], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
        $this->port = (int) fgets($this->pipes[1]);
    }

    public function url(string $path): string
    {
        return "http://127.0.0.1:{$this->port}$path";
    }

    public function __destruct()
    {
        proc_terminate($this->process, 9);
    }
}
