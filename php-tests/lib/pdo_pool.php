<?php

declare(strict_types=1);

/*
 * Databases for tests of the PDO pool: what differs between PostgreSQL, MariaDB and sqlite.
 *
 *     require __DIR__ . '/../lib/pdo_pool.php';
 *     $database = Database::start('pgsql');
 *     $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2]);
 */

require_once __DIR__ . '/database.php';
require_once __DIR__ . '/temporary.php';

final class Database
{
    private function __construct(
        public readonly string $name,
        public readonly string $dsn,
        public readonly ?string $user,
        /** Keeps the server alive. */
        public readonly DatabaseServer|string $server,
    ) {
    }

    /** @param string $name pgsql, mysql or sqlite */
    public static function start(string $name): self
    {
        if ($name === 'sqlite') {
            $directory = temporary_directory();
            return new self($name, "sqlite:$directory/test.db", null, $directory);
        }
        $server = $name === 'pgsql' ? PostgresServer::start() : MariaDbServer::start();
        return new self($name, $server->dsn(), $server->user, $server);
    }

    /** Why there is no such server here, or null: the reason to skip a test. */
    public static function missing(string $name): ?string
    {
        return match ($name) {
            'pgsql' => PostgresServer::missing(),
            'mysql' => MariaDbServer::missing(),
            'sqlite' => null,
        };
    }

    /** @param array<int, mixed> $options */
    public function pooled(array $options = [], string $dsn = ''): PDO
    {
        return $this->plain($options + [PDO::ATTR_POOL_ENABLED => true], $dsn);
    }

    /** @param array<int, mixed> $options */
    public function plain(array $options = [], string $dsn = ''): PDO
    {
        return new PDO($this->dsn . $dsn, $this->user, '', $options);
    }

    /** An expression: the number of the connection on the server. */
    public function id(): string
    {
        return $this->name === 'pgsql' ? 'pg_backend_pid()' : 'CONNECTION_ID()';
    }

    /** An expression that takes some time. */
    public function sleep(float $seconds): string
    {
        return $this->name === 'pgsql' ? "pg_sleep($seconds)" : "SLEEP($seconds)";
    }

    /** Ends a connection, and waits until the server has. */
    public function kill(PDO $admin, int $id): void
    {
        $admin->query($this->name === 'pgsql' ? "SELECT pg_terminate_backend($id)" : "KILL CONNECTION $id");
        while ($this->lives($admin, $id)) {
            usleep(1000);
        }
    }

    public function lives(PDO $admin, int $id): bool
    {
        return (bool) $admin->query($this->name === 'pgsql'
            ? "SELECT count(*) FROM pg_stat_activity WHERE pid = $id"
            : "SELECT count(*) FROM information_schema.PROCESSLIST WHERE ID = $id")->fetchColumn();
    }

    /** A table t with a number and a text, whose contents survive nothing but a commit. */
    public function makeTable(PDO $pdo): void
    {
        $number = match ($this->name) {
            'pgsql' => 'SERIAL PRIMARY KEY',
            'mysql' => 'INTEGER PRIMARY KEY AUTO_INCREMENT',
            'sqlite' => 'INTEGER PRIMARY KEY',
        };
        $pdo->exec("CREATE TABLE t (a $number, b VARCHAR(100))" . ($this->name === 'mysql' ? ' ENGINE=InnoDB' : ''));
    }
}

/** How many connections there are: all, idle, in use. */
function counts(Async\Pool $pool): string
{
    return "{$pool->count()} connections, {$pool->idleCount()} idle, {$pool->activeCount()} active";
}

/** What a call throws, without what servers add to it. */
function thrown(Closure $call): string
{
    try {
        $call();
        return 'nothing';
    } catch (Throwable $e) {
        return get_class($e) . ': ' . strtok($e->getMessage(), "\n");
    }
}

/** Extensions that a child process has to load for PDO; none where PHP has them built in. */
function pdo_extensions(string $driver): array
{
    $directory = ini_get('extension_dir');
    $needed = ['pdo', ...($driver === 'mysql' ? ['mysqlnd'] : []), "pdo_$driver"];
    return array_values(array_filter($needed, fn(string $name) => is_file("$directory/$name.so")));
}
