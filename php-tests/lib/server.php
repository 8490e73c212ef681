<?php

declare(strict_types=1);

/*
 * Servers for tests, on free ports of the loopback interface, each with a temporary directory of its own.
 *
 *     require __DIR__ . '/../lib/server.php';
 *     $server = start_php_server('<?php usleep(20_000); echo "hello";');
 *     file_get_contents($server->url('/'));
 *     $server->stop();                       // or at the end of the script
 *
 * A test starts its servers before its first use of the Async API: waiting for the server to come up is plain blocking
 * code that must not depend on what is tested. The server is a child of lib/guard, which ends it when the test ends,
 * however that happens.
 */

require_once __DIR__ . '/temporary.php';

final class TestServer
{
    private bool $stopped = false;
    private readonly int $owner;
    private ?int $group = null;

    /**
     * @param resource $process the guard
     * @param resource $pipe    its standard input; closing it ends the server
     */
    private function __construct(
        public readonly string $host,
        public readonly int $port,
        public readonly string $dir,
        private $process,
        private $pipe,
    ) {
        $this->owner = getmypid();
    }

    public function url(string $path = '/', string $scheme = 'http'): string
    {
        return "$scheme://$this->host:$this->port$path";
    }

    /** What the server wrote to its standard output and error. */
    public function log(): string
    {
        return (string) @file_get_contents("$this->dir/server.log");
    }

    /** Ends the server and waits for all of its processes. False if one of them is left. */
    public function stop(): bool
    {
        // A forked child inherits this object, but the server is not its to stop.
        if ($this->stopped || getmypid() !== $this->owner) {
            return true;
        }
        $this->stopped = true;
        $this->group();
        @fwrite($this->pipe, "stop\n");
        fclose($this->pipe);
        proc_close($this->process);
        $left = $this->processes() !== [];
        remove_tree($this->dir);
        return !$left;
    }

    /** The ids of the server's processes. */
    public function processes(): array
    {
        $group = $this->group();
        return $group === null ? [] : processes_of_group($group);
    }

    private function group(): ?int
    {
        $pid = $this->group === null ? @file_get_contents("$this->dir/server.pid") : '';
        return $this->group ??= (int) $pid ?: null;
    }

    /**
     * @param callable(int $port, string $dir): list<string> $command
     * @param array<string, string> $environment added to the present one
     * @param ?callable(int $port): bool $ready  tells whether the server answers; by default whether it accepts
     * @param int $seconds  how long it may take until then
     */
    public static function start(callable $command, array $environment = [], ?callable $ready = null, int $seconds = 20): self
    {
        $ready ??= self::accepts(...);
        $log = '';
        // Between choosing a port and binding it, another process may take it.
        for ($try = 0; $try < 5; $try++) {
            $dir = make_temporary_directory();
            $port = free_port();
            $process = proc_open(
                [__DIR__ . '/guard', $dir, ...$command($port, $dir)],
                [['pipe', 'r'], ['file', "$dir/server.log", 'a'], ['file', "$dir/server.log", 'a']],
                $pipes,
                null,
                $environment + getenv(),
            );
            if ($process === false) {
                throw new RuntimeException('cannot start lib/guard');
            }
            $server = new self('127.0.0.1', $port, $dir, $process, $pipes[0]);
            for ($pauses = $seconds * 200; $pauses > 0; $pauses--, self::pause()) {
                if (!proc_get_status($process)['running']) {
                    break;
                }
                if ($ready($port)) {
                    register_shutdown_function($server->stop(...));
                    return $server;
                }
            }
            $log = $server->log();
            $server->stop();
        }
        throw new RuntimeException("the server did not start:\n$log");
    }

    /** Five real milliseconds, also where time is virtual: the server needs them. */
    private static function pause(): void
    {
        getenv('SIM_TIME') ? exec('sleep 0.005') : usleep(5_000);
    }

    private static function accepts(int $port): bool
    {
        $socket = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0);
        return $socket !== false && fclose($socket);
    }
}

/**
 * The processes of a process group that are not zombies.
 *
 * @return list<int> their ids
 */
function processes_of_group(int $group): array
{
    $found = [];
    foreach (glob('/proc/[0-9]*/stat') as $file) {
        $stat = @file_get_contents($file);
        // pid (command) state ppid pgrp …; the command may itself contain parentheses and blanks
        if ($stat !== false && preg_match('/^(\d+) .*\) (\S) \d+ (\d+) /s', $stat, $m) && (int) $m[3] === $group && $m[2] !== 'Z') {
            $found[] = (int) $m[1];
        }
    }
    return $found;
}

/**
 * PHP's built-in web server with one router script for all requests.
 *
 * @param string $router  the source of the script, beginning with `<?php`, or the path of a file
 * @param int    $workers processes, that is requests served at the same time
 * @param list<string> $options further options of the server's PHP, as `-d`, `name=value`
 */
function start_php_server(string $router, int $workers = 1, array $options = []): TestServer
{
    return TestServer::start(
        function (int $port, string $dir) use ($router, $options): array {
            $file = $router;
            if (str_starts_with($router, '<?php')) {
                file_put_contents($file = "$dir/router.php", $router);
            }
            return [PHP_BINARY, '-n', ...$options, '-S', "127.0.0.1:$port", $file];
        },
        $workers > 1 ? ['PHP_CLI_SERVER_WORKERS' => (string) $workers] : [],
    );
}

/**
 * nginx with one virtual server.
 *
 * @param string $server directives of the `server` block; `{dir}` and `{port}` are replaced
 * @param string $http   further directives of the `http` block
 * @param string $listen further parameters of `listen`, as `ssl` or `http2`
 */
function start_nginx(string $server, string $http = '', string $listen = ''): TestServer
{
    return TestServer::start(function (int $port, string $dir) use ($server, $http, $listen): array {
        $echo = '/usr/lib/nginx/modules/ngx_http_echo_module.so';
        $module = is_file($echo) ? "load_module $echo;" : '';
        // Started as root, nginx gives its workers to another user, which may not enter our temporary directory.
        $user = function_exists('posix_geteuid') && posix_geteuid() !== 0 || fileowner($dir) !== 0 ? '' : 'user root;';
        $conf = <<<END
            $module
            $user
            daemon off;
            pid {dir}/nginx.pid;
            error_log stderr;
            worker_processes 1;
            events { worker_connections 4096; }
            http {
                access_log off;
                default_type application/octet-stream;
                client_body_temp_path {dir}/tmp;
                proxy_temp_path {dir}/tmp;
                fastcgi_temp_path {dir}/tmp;
                uwsgi_temp_path {dir}/tmp;
                scgi_temp_path {dir}/tmp;
                $http
                server {
                    listen 127.0.0.1:{port} backlog=4096 $listen;
                    $server
                }
            }
            END;
        file_put_contents("$dir/nginx.conf", strtr($conf, ['{dir}' => $dir, '{port}' => (string) $port]));
        // -e: before it has read the configuration, nginx would complain that it may not write to /var/log.
        return [find_program('nginx'), '-e', 'stderr', '-c', "$dir/nginx.conf"];
    });
}

/** The path of a program, also where Debian hides those of the administrator. */
function find_program(string $name): string
{
    foreach ([...explode(':', (string) getenv('PATH')), '/usr/sbin', '/usr/local/sbin', '/sbin'] as $dir) {
        if ($dir !== '' && is_executable("$dir/$name")) {
            return "$dir/$name";
        }
    }
    throw new RuntimeException("$name is not installed (make deps)");
}

/** A TCP port of the loopback interface that is free at this moment. */
function free_port(): int
{
    // Until it is bound, another test may be given the same one, and take the other's server for its own: the test that has a number
    // holds an abstract name of it, which goes with the process.
    static $held = [];
    do {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $name = stream_socket_get_name($socket, false);
        fclose($socket);
        $port = (int) substr($name, strrpos($name, ':') + 1);
        $holds = @stream_socket_server("unix://\0true_async-port-$port");
    } while (!$holds);
    $held[] = $holds;
    return $port;
}
