<?php

declare(strict_types=1);

/*
 * The servers of the sweep. The parent starts them, once for a run, and tells children where they are through the
 * environment: SWEEP_PEER=12345 is the port of `peer`.
 */
final class Servers
{
    /** What every case of an extension needs. */
    public const OF_EXTENSION = [
        'mysqli' => 'mariadb',
        'pgsql' => 'postgres',
        'redis' => 'redis',
        'memcached' => 'memcached',
        'memcache' => 'memcached',
        'gearman' => 'gearman',
        'amqp' => 'rabbitmq',
        'ssh2' => 'ssh',
        'ftp' => 'ftp',
    ];
    /** Those that start at once. */
    public const OF_SAMPLE = ['peer'];
    /** @var array<string, ?string> why it is not there; null if it is */
    private array $started = [];
    /** They end with this object. */
    private array $running = [];

    public function start(string $name): ?string
    {
        require_once __DIR__ . '/../../lib/database.php';
        if (!array_key_exists($name, $this->started)) {
            try {
                $this->running[] = $server = $this->$name();
                if ($name !== 'peer') {
                    $this->running[] = $server = $this->behindProxy($server);
                }
                putenv('SWEEP_' . strtoupper($name) . '=' . $server->port);
                $this->started[$name] = null;
            } catch (RuntimeException $e) {
                $this->started[$name] = $e->getMessage();
            }
        }
        return $this->started[$name];
    }

    /** The port of a server, in a child. */
    public static function port(string $name): int
    {
        return (int) (getenv('SWEEP_' . strtoupper($name)) ?: throw new RuntimeException("the server $name does not run"));
    }

    private function peer(): object
    {
        return TestServer::start(function (int $port, string $dir): array {
            $options = [];
            foreach (['openssl', 'sysvmsg', 'sysvsem'] as $extension) {
                if (extension_loaded($extension) && !in_array($extension, self::builtin(), true)) {
                    array_push($options, '-d', "extension=$extension");
                }
            }
            return [PHP_BINARY, '-n', ...$options, __DIR__ . '/../peer.php', (string) $port, $dir];
        });
    }

    private function behindProxy(object $server): object
    {
        return TestServer::start(fn(int $port): array => [PHP_BINARY, '-n', __DIR__ . '/../proxy.php', (string) $port, (string) $server->port]);
    }

    private function mariadb(): object
    {
        return MariaDbServer::start();
    }

    private function postgres(): object
    {
        return PostgresServer::start();
    }

    private function redis(): object
    {
        $redis = find_program('redis-server');
        return TestServer::start(fn(int $port, string $dir): array => [
            $redis, '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $dir,
        ]);
    }

    private function memcached(): object
    {
        $memcached = find_program('memcached');
        return TestServer::start(fn(int $port): array => [$memcached, '-u', 'nobody', '-l', '127.0.0.1', '-p', (string) $port, '-U', '0']);
    }

    private function gearman(): object
    {
        $gearmand = find_program('gearmand');
        $server = TestServer::start(fn(int $port, string $dir): array => [
            $gearmand, '-L', '127.0.0.1', '-p', (string) $port, '-l', "$dir/gearmand.log",
        ]);
        // What does the work, for clients.
        $this->running[] = TestServer::start(fn(int $port): array => [
            PHP_BINARY, '-n', '-d', 'extension=gearman', __DIR__ . '/../worker.php', (string) $port, (string) $server->port,
        ]);
        return $server;
    }

    private static function builtin(): array
    {
        exec(escapeshellarg(PHP_BINARY) . ' -n -m', $names);
        return array_map(strtolower(...), $names);
    }
}
