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
    /** What is kept in them is everybody's: children that run at the same time have one each. */
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

    /** Debian's script would run it as somebody else and elsewhere. */
    private function rabbitmq(): object
    {
        $server = is_executable($own = '/usr/lib/rabbitmq/bin/rabbitmq-server') ? $own : find_program('rabbitmq-server');
        $broker = free_port();
        $names = free_port();
        $dir = temporary_directory();
        return TestServer::start(
            fn(int $port): array => [
                'env', '-u', 'LD_PRELOAD', "HOME=$dir", "RABBITMQ_HOME=$dir", "RABBITMQ_NODENAME=sweep$port@localhost", "RABBITMQ_NODE_PORT=$port",
                "RABBITMQ_DIST_PORT=$broker", "ERL_EPMD_PORT=$names", "RABBITMQ_MNESIA_BASE=$dir/base", "RABBITMQ_LOG_BASE=$dir/log",
                "RABBITMQ_PID_FILE=$dir/pid", "RABBITMQ_ENABLED_PLUGINS_FILE=$dir/plugins", 'RABBITMQ_NODE_IP_ADDRESS=127.0.0.1', $server,
            ],
            ready: fn(int $port): bool => self::says($port, "AMQP\0\0\x09\1", 8),
        );
    }

    private function ftp(): object
    {
        $vsftpd = find_program('vsftpd');
        return TestServer::start(function (int $port, string $dir) use ($vsftpd): array {
            $options = [
                'listen' => 'YES', 'listen_address' => '127.0.0.1', 'listen_port' => $port, 'background' => 'NO', 'anonymous_enable' => 'YES',
                'local_enable' => 'NO', 'no_anon_password' => 'YES', 'write_enable' => 'YES', 'anon_upload_enable' => 'YES',
                'anon_mkdir_write_enable' => 'YES', 'anon_other_write_enable' => 'YES', 'anon_umask' => '022', 'anon_root' => "$dir/files",
                'allow_writeable_chroot' => 'YES', 'secure_chroot_dir' => "$dir/empty", 'seccomp_sandbox' => 'NO', 'ftp_username' => 'daemon',
                'nopriv_user' => 'nobody', 'run_as_launching_user' => posix_geteuid() === 0 ? 'NO' : 'YES', 'xferlog_enable' => 'NO',
                'pasv_address' => '127.0.0.1', 'pasv_promiscuous' => 'YES', 'port_promiscuous' => 'YES', 'isolate' => 'NO', 'isolate_network' => 'NO',
                'mdtm_write' => 'NO', 'chmod_enable' => 'YES', 'anon_world_readable_only' => 'NO', 'max_per_ip' => 0, 'max_clients' => 0,
            ];
            file_put_contents("$dir/vsftpd.conf", implode('', array_map(fn($name, $value) => "$name=$value\n", array_keys($options), $options)));
            mkdir("$dir/empty", 0555);
            mkdir("$dir/files");
            foreach (['a', 'b'] as $side) {
                mkdir("$dir/files/$side");
                chmod("$dir/files/$side", 0777);
            }
            // It refuses a root that its user could write to.
            chmod("$dir/files", 0555);
            chmod($dir, 0755);
            return [$vsftpd, "$dir/vsftpd.conf"];
        }, ready: fn(int $port): bool => self::says($port, '', 3));
    }

    /** Who comes with the key $SWEEP_SSH_KEY is who runs the sweep. */
    private function ssh(): object
    {
        $sshd = find_program('sshd');
        $keygen = find_program('ssh-keygen');
        if (posix_geteuid() === 0) {
            @mkdir('/run/sshd', 0755);
        }
        $dir = temporary_directory();
        foreach (['host', 'user'] as $name) {
            exec("$keygen -q -t rsa -b 2048 -N '' -m PEM -f " . escapeshellarg("$dir/$name"));
        }
        putenv("SWEEP_SSH_KEY=$dir/user");
        putenv("SSH_AUTH_SOCK=$dir/agent");
        $agent = find_program('ssh-agent');
        $this->running[] = TestServer::start(fn(): array => [$agent, '-D', '-a', "$dir/agent"], ready: fn() => file_exists("$dir/agent"));
        exec(find_program('ssh-add') . ' -q ' . escapeshellarg("$dir/user") . ' 2>&1');
        file_put_contents("$dir/config", "HostKey $dir/host\nAuthorizedKeysFile $dir/user.pub\nStrictModes no\nUsePAM no\nPidFile none\n"
            . "PasswordAuthentication yes\nPermitRootLogin yes\nAllowTcpForwarding yes\nSubsystem sftp internal-sftp\n"
            . "PubkeyAcceptedAlgorithms +ssh-rsa\nHostKeyAlgorithms +ssh-rsa\nMaxStartups 1000\nMaxSessions 100\n");
        return TestServer::start(fn(int $port): array => [
            'env', '-u', 'LD_PRELOAD', $sshd, '-D', '-e', '-f', "$dir/config", '-o', "ListenAddress=127.0.0.1:$port",
        ]);
    }

    /** Whether somebody there says something. */
    private static function says(int $port, string $question, int $count): bool
    {
        if (!$stream = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0)) {
            return false;
        }
        fwrite($stream, $question);
        stream_set_timeout($stream, 2);
        return strlen((string) fread($stream, $count)) === $count;
    }

    /** Alone it has all slots, and says that it is where the proxy is. */
    private function makeCluster(int $port, int $announced): void
    {
        $stream = stream_socket_client("tcp://127.0.0.1:$port");
        $tell = function (string $command) use ($stream): string {
            fwrite($stream, "$command\r\n");
            return fgets($stream);
        };
        foreach (['CLUSTER ADDSLOTSRANGE 0 16383', 'CONFIG SET cluster-announce-ip 127.0.0.1', "CONFIG SET cluster-announce-port $announced"] as $command) {
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
