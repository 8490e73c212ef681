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
        'ssh2' => ['ssh', 'peer'],
        'ftp' => 'ftp',
    ];
    /** What is kept in them is shared by all: children that run at the same time have one each. */
    private const OF_CHILD = ['redis', 'rediscluster', 'memcached'];
    /** Those that start at once. */
    public const OF_SAMPLE = ['peer'];
    /** @var array<string, ?string> why it is not there; null if it is */
    private array $started = [];
    /** They end with this object. */
    private array $running = [];

    /** @param int $children how many run at the same time */
    public function __construct(private readonly int $children = 1)
    {
    }

    public function start(string $name): ?string
    {
        require_once __DIR__ . '/../../lib/database.php';
        require_once __DIR__ . '/../../lib/services.php';
        if (!array_key_exists($name, $this->started)) {
            try {
                if (!method_exists($this, $name)) {
                    throw new RuntimeException("there is no server $name");
                }
                $ports = [];
                for ($i = in_array($name, self::OF_CHILD, true) ? $this->children : 1; $i > 0; $i--) {
                    $this->running[] = $server = $this->$name();
                    if ($name !== 'peer') {
                        $this->running[] = $proxy = $this->behindProxy($server);
                        if ($name === 'rediscluster') {
                            $this->makeCluster($server->port, $proxy->port);
                        }
                        $server = $proxy;
                    }
                    $ports[] = $server->port;
                }
                putenv('SWEEP_' . strtoupper($name) . '=' . implode(' ', $ports));
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
        $ports = explode(' ', getenv('SWEEP_' . strtoupper($name)) ?: throw new RuntimeException("the server $name does not run"));
        return (int) $ports[(int) getenv('SWEEP_CHILD') % count($ports)];
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
        return TestServer::start(fn(int $port): array => [PHP_BINARY, '-n',
            __DIR__ . '/../proxy.php', (string) $port, (string) $server->port]);
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
        return start_redis();
    }

    private function rediscluster(): object
    {
        $redis = find_program('redis-server');
        return TestServer::start(fn(int $port, string $dir): array => [
            $redis, '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--dir', $dir, '--cluster-enabled', 'yes',
        ]);
    }

    private function redissentinel(): object
    {
        $redis = find_program('redis-server');
        $master = $this->redis();
        $this->running[] = $master;
        return TestServer::start(function (int $port, string $dir) use ($redis, $master): array {
            file_put_contents("$dir/sentinel.conf", "port $port\nbind 127.0.0.1\nsentinel monitor sweep 127.0.0.1 $master->port 1\n");
            return [$redis, "$dir/sentinel.conf", '--sentinel', '--dir', $dir];
        });
    }

    private function memcached(): object
    {
        return start_memcached();
    }

    private function gearman(): object
    {
        $server = start_gearman();
        // What does the work, for clients.
        $this->running[] = TestServer::start(fn(int $port): array => [
            PHP_BINARY, '-n', '-d', 'extension=gearman', __DIR__ . '/../worker.php', (string) $port, (string) $server->port,
        ]);
        return $server;
    }

    private function rabbitmq(): object
    {
        return start_rabbitmq();
    }

    private function ftp(): object
    {
        return start_ftp();
    }

    /** The key $SWEEP_SSH_KEY, which an agent has as well, logs in as the user that runs the sweep. */
    private function ssh(): object
    {
        $server = start_sshd();
        putenv("SWEEP_SSH_KEY=$server->dir/user");
        putenv("SSH_AUTH_SOCK=$server->dir/agent");
        $agent = find_program('ssh-agent');
        $this->running[] = TestServer::start(
            fn(): array => [$agent, '-D', '-a', "$server->dir/agent"],
            ready: fn() => file_exists("$server->dir/agent"),
        );
        exec(find_program('ssh-add') . ' -q ' . escapeshellarg("$server->dir/user") . ' 2>&1');
        return $server;
    }

    /** Alone it has all slots, and says that it is where the proxy is. */
    private function makeCluster(int $port, int $announced): void
    {
        $stream = stream_socket_client("tcp://127.0.0.1:$port");
        $tell = function (string $command) use ($stream): string {
            fwrite($stream, "$command\r\n");
            return fgets($stream);
        };
        foreach (['CLUSTER ADDSLOTSRANGE 0 16383', 'CONFIG SET cluster-announce-ip 127.0.0.1',
            "CONFIG SET cluster-announce-port $announced"] as $command) {
            str_starts_with($answer = $tell($command), '+OK') || throw new RuntimeException("$command: $answer");
        }
        for ($end = microtime(true) + 5; microtime(true) < $end && !str_starts_with($tell('SET ready 1'), '+OK');) {
            usleep(20_000);
        }
    }

    private static function builtin(): array
    {
        exec(escapeshellarg(PHP_BINARY) . ' -n -m', $names);
        return array_map(strtolower(...), $names);
    }
}
