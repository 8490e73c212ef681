<?php

declare(strict_types=1);

/*
 * Database servers for tests: PostgreSQL and MariaDB of the distribution's packages, each on a free port of the loopback
 * interface with a data directory of its own. They end with the test, however that happens (see server.php).
 *
 *     require __DIR__ . '/../lib/database.php';
 *     $server = PostgresServer::start();
 *     new PDO($server->dsn(), $server->user, '');
 *
 * What the server's own tools make of an empty directory takes seconds, so it is made once and kept below the target
 * directory; a test starts with a copy. Both servers refuse to be run by root and run as an unprivileged user then.
 * Nothing they write has to survive a crash: they wait for no disk and are ended the hard way.
 */

require_once __DIR__ . '/server.php';

abstract class DatabaseServer
{
    public readonly string $host;
    public readonly int $port;
    public readonly string $user;

    final private function __construct(private readonly TestServer $server)
    {
        $this->host = $server->host;
        $this->port = $server->port;
        $this->user = static::USER;
    }

    /** Why there is no such server here, or null: the reason to skip a test. */
    public static function missing(): ?string
    {
        try {
            static::programs();
            self::account();
            return null;
        } catch (RuntimeException $e) {
            return $e->getMessage();
        }
    }

    public static function start(): static
    {
        $template = self::template();
        $server = TestServer::start(
            function (int $port, string $dir) use ($template): array {
                self::run(['cp', '-a', '--reflink=auto', $template, "$dir/data"]);
                if ($account = self::account()) {
                    chown($dir, $account['uid']);
                }
                // What ends the server of a test (TERM) would have it wait for its clients, or write all it has to disk.
                $ended = 'trap "kill -' . static::END . ' \$server" TERM; "$@" & server=$!; wait $server; wait $server';
                return self::plain(self::unprivileged(['bash', '-c', $ended, 'bash', ...static::command($port, $dir)]));
            },
            ready: static::answers(...),
        );
        return new static($server);
    }

    public function stop(): bool
    {
        return $this->server->stop();
    }

    /** Its temporary directory. */
    public function dir(): string
    {
        return $this->server->dir;
    }

    public function log(): string
    {
        return $this->server->log();
    }

    /** @return array<string, string> paths of the programs by name */
    abstract protected static function programs(): array;

    /** @return list<string> what fills an empty directory */
    abstract protected static function preparation(string $data): array;

    /** @return list<string> */
    abstract protected static function command(int $port, string $dir): array;

    abstract protected static function answers(int $port): bool;

    /**
     * The user that runs the server, if it is not the one that runs the test.
     *
     * @return ?array{uid: int, gid: int}
     */
    private static function account(): ?array
    {
        if (fileowner('/proc/self') !== 0) {
            return null;
        }
        find_program('setpriv');
        foreach (file('/etc/passwd', FILE_IGNORE_NEW_LINES) as $line) {
            [$name, , $uid, $gid] = explode(':', $line);
            $known[$name] = ['uid' => (int) $uid, 'gid' => (int) $gid];
        }
        return $known['nobody'] ?? throw new RuntimeException('there is no user nobody');
    }

    private static function unprivileged(array $command): array
    {
        $account = self::account();
        return $account === null ? $command : [
            'setpriv', "--reuid=$account[uid]", "--regid=$account[gid]", '--clear-groups', '--inh-caps=-all', ...$command,
        ];
    }

    /** Without the sanitizer that may be loaded into this process (lib/under_asan): PostgreSQL hangs with it. */
    private static function plain(array $command): array
    {
        return ['env', '-u', 'LD_PRELOAD', ...$command];
    }

    /** The directory to copy; made by the test that comes first. */
    private static function template(): string
    {
        $extension = getenv('TEST_EXTENSION_PATH');
        $cache = ($extension ? dirname($extension, 2) : sys_get_temp_dir()) . '/test-servers';
        is_dir($cache) || @mkdir($cache, 0755, true);
        $account = self::account();
        $programs = static::programs();
        $version = self::run([$programs['server'], '--version']);
        $name = strtolower(static::class) . '-' . substr(md5("$version $programs[server] " . ($account['uid'] ?? getmyuid())), 0, 12);
        $template = "$cache/$name";
        $lock = fopen("$template.lock", 'c');
        flock($lock, LOCK_EX);
        if (!is_dir($template)) {
            // Where the server's user may write; the target directory may be out of its reach.
            $work = make_temporary_directory();
            try {
                mkdir("$work/data", 0700);
                if ($account) {
                    chown($work, $account['uid']);
                    chown("$work/data", $account['uid']);
                    chgrp("$work/data", $account['gid']);
                }
                self::run(self::unprivileged(static::preparation("$work/data")), $work);
                self::run(['cp', '-a', "$work/data", "$template.new"]);
                rename("$template.new", $template);
            } finally {
                remove_tree($work);
                is_dir("$template.new") && remove_tree("$template.new");
            }
        }
        fclose($lock);
        return $template;
    }

    /** Runs a program to its end; its output. */
    private static function run(array $command, ?string $dir = null): string
    {
        $process = proc_open(self::plain($command), [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes, $dir);
        $output = stream_get_contents($pipes[1]);
        $status = proc_close($process);
        return $status === 0 ? $output : throw new RuntimeException("$command[0] failed ($status):\n$output");
    }

    /** The directory of a program, the newest where Debian installs versions side by side. */
    protected static function directory(string $program, string $pattern = ''): string
    {
        $found = $pattern === '' ? [] : array_filter(glob($pattern), fn(string $dir) => is_executable("$dir/$program"));
        natsort($found);
        return $found ? end($found) : dirname(find_program($program));
    }
}

final class PostgresServer extends DatabaseServer
{
    protected const USER = 'test';
    /** At once: every session ends, nothing is written. */
    protected const END = 'QUIT';

    public function dsn(): string
    {
        return "pgsql:host=$this->host;port=$this->port;dbname=postgres";
    }

    /** For pg_connect(). */
    public function connection(): string
    {
        return "host=$this->host port=$this->port dbname=postgres user=$this->user";
    }

    protected static function programs(): array
    {
        $dir = self::directory('initdb', '/usr/lib/postgresql/*/bin');
        return ['server' => "$dir/postgres", 'prepare' => "$dir/initdb"];
    }

    protected static function preparation(string $data): array
    {
        return [
            self::programs()['prepare'], '-D', $data, '--no-sync', '--username=' . self::USER, '--auth=trust', '--encoding=UTF8',
            '--locale=C',
        ];
    }

    protected static function command(int $port, string $dir): array
    {
        return [
            self::programs()['server'], '-D', "$dir/data", '-p', (string) $port, '-h', '127.0.0.1', '-k', '', '-F',
            '-c', 'max_connections=100', '-c', 'shared_buffers=16MB', '-c', 'log_min_messages=error',
        ];
    }

    protected static function answers(int $port): bool
    {
        // It accepts before it serves: an SSL request (length 8, code 80877103) is answered with N once it does.
        $socket = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0);
        if ($socket === false) {
            return false;
        }
        $start = pack('N', 196608) . "user\0" . self::USER . "\0database\0postgres\0\0";
        fwrite($socket, pack('N', strlen($start) + 4) . $start);
        stream_set_timeout($socket, 1);
        $answer = fread($socket, 1);
        fclose($socket);
        return $answer === 'R';
    }
}

final class MariaDbServer extends DatabaseServer
{
    protected const USER = 'root';
    protected const END = 'KILL';

    public function dsn(): string
    {
        return "mysql:host=$this->host;port=$this->port;dbname=mysql";
    }

    protected static function programs(): array
    {
        $name = fn(string ...$names) => array_reduce($names, function (?string $found, string $name) {
            try {
                return $found ?? find_program($name);
            } catch (RuntimeException) {
                return null;
            }
        }) ?? find_program($names[0]);
        return ['server' => $name('mariadbd', 'mysqld'), 'prepare' => $name('mariadb-install-db', 'mysql_install_db')];
    }

    protected static function preparation(string $data): array
    {
        return [
            self::programs()['prepare'], '--no-defaults', "--datadir=$data", '--auth-root-authentication-method=normal',
            '--skip-test-db', '--innodb-log-file-size=4M', '--innodb-buffer-pool-size=16M',
        ];
    }

    protected static function command(int $port, string $dir): array
    {
        return [
            self::programs()['server'], '--no-defaults', "--datadir=$dir/data", "--socket=$dir/server.sock", "--port=$port",
            "--pid-file=$dir/mariadbd.pid", "--tmpdir=$dir", '--bind-address=127.0.0.1', '--skip-name-resolve', '--skip-log-bin',
            '--max-connections=100', '--innodb-log-file-size=4M', '--innodb-buffer-pool-size=16M',
            '--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=OFF',
        ];
    }

    protected static function answers(int $port): bool
    {
        // It greets first: length, number 0, protocol version 10.
        $socket = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0);
        if ($socket === false) {
            return false;
        }
        stream_set_timeout($socket, 1);
        $greeting = (string) fread($socket, 5);
        fclose($socket);
        return strlen($greeting) === 5 && $greeting[4] === "\x0a";
    }
}
