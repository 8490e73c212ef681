<?php
/**
 * An HTTP server in a process of its own for tests of uploads: what it answers is in upload_server_process.php. Not PHP's own
 * server, which refuses a request whose first line comes in two pieces, as simulation sends it. Start it before the first use of
 * Async\.
 */
final class UploadServer
{
    public readonly int $port;
    /** @var resource */
    private $process;
    private array $pipes = [];

    public function __construct()
    {
        $command = [PHP_BINARY, '-n', __DIR__ . '/upload_server_process.php'];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
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
