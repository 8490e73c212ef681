<?php

declare(strict_types=1);

/*
 * A thousand coroutines that share one pooled PDO object with a few connections, while the server is told to kill
 * connections. Every coroutine asks for numbers of its own, and must get each of them back; makes a transaction of two
 * rows, on one connection; and some change their session, which no other may see.
 */

require_once __DIR__ . '/pdo_pool.php';

use function Async\await_all;
use function Async\delay;
use function Async\spawn;
use function Async\suspend;

final class PdoPoolLoad
{
    private const CONNECTIONS = 8;
    private const COROUTINES = 1000;
    private const QUERIES = 3;
    private const KILLS = 20;

    private int $queries = 0, $lost = 0, $wrong = 0, $failures = 0, $over = 0, $split = 0, $leaks = 0, $sessions = 0, $turns = 0;
    /** How many calls of all had ended when the first one of a coroutine did. */
    private array $waited = [];
    /** Transactions that are known to be committed. */
    private array $committed = [];
    private readonly PDO $pdo;

    /**
     * @param list<string> $changes what a coroutine does to its session
     * @param string       $look    a query whose result is that of a new session unless a change is visible
     */
    public function __construct(private readonly Database $database, private readonly array $changes, private readonly string $look)
    {
        $database->makeTable($database->plain());
        $this->pdo = $database->pooled([PDO::ATTR_POOL_MAX => self::CONNECTIONS, PDO::ATTR_POOL_STMT_CACHE_SIZE => 4]);
    }

    /** What a call gives; made again on a new connection if the old one was killed. */
    private function insist(int $coroutine, Closure $call): mixed
    {
        for ($try = 0; $try < 100; $try++) {
            try {
                return $call($try);
            } catch (PDOException) {
                // The connection that it got was killed.
                $this->failures++;
            } finally {
                $this->waited[$coroutine] ??= $this->turns;
                $this->turns++;
                $this->over += (int) ($this->pdo->getPool()->count() > self::CONNECTIONS);
            }
        }
        $this->lost++;
        return null;
    }

    private function id(): int
    {
        return $this->database->name === 'sqlite' ? 0 : (int) $this->pdo->query("SELECT {$this->database->id()}")->fetchColumn();
    }

    private function work(int $coroutine): void
    {
        $pause = match ($this->database->name) {
            'pgsql' => ', pg_sleep(0.001)',
            'mysql' => ', SLEEP(0.001)',
            'sqlite' => '',
        };
        $cast = $this->database->name === 'pgsql' ? '::int' : '';
        for ($i = 0; $i < self::QUERIES; $i++) {
            $number = $coroutine * 10 + $i;
            $answer = $this->insist($coroutine, function () use ($number, $pause, $cast): int {
                $statement = $this->pdo->prepare("SELECT ?$cast$pause");
                $statement->execute([$number]);
                suspend();
                return (int) $statement->fetchColumn();
            });
            $this->queries++;
            $this->wrong += (int) ($answer !== $number);
        }
        if ($coroutine % 5 === 0) {
            $this->insist($coroutine, fn(int $try) => $this->transaction("$coroutine/$try"));
        }
        if ($coroutine % 10 === 1) {
            $this->insist($coroutine, $this->session(...));
        }
    }

    private function transaction(string $name): void
    {
        $this->pdo->beginTransaction();
        $before = $this->id();
        $this->pdo->exec("INSERT INTO t (b) VALUES ('$name')");
        suspend();
        $insert = $this->pdo->prepare('INSERT INTO t (b) VALUES (?)');
        $insert->execute([$name]);
        $this->split += (int) ($this->id() !== $before || !$this->pdo->inTransaction());
        $this->pdo->commit();
        $this->committed[] = $name;
    }

    private function session(int $try): void
    {
        if ($try === 0) {
            $found = $this->pdo->query($this->look)->fetch(PDO::FETCH_NUM);
            $this->leaks += (int) (array_filter($found) !== []);
        }
        foreach ($this->changes as $sql) {
            $this->pdo->query($sql)->closeCursor();
        }
        suspend();
        $this->sessions += (int) (array_filter($this->pdo->query($this->look)->fetch(PDO::FETCH_NUM)) !== []);
    }

    private function kill(PDO $admin): void
    {
        if ($this->database->name === 'pgsql') {
            // Not while it connects: libpq would print the last words of the server.
            $admin->exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND query <> '' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1");
            return;
        }
        $id = $admin->query("SELECT ID FROM information_schema.PROCESSLIST
            WHERE USER = 'root' AND ID <> CONNECTION_ID() ORDER BY RAND() LIMIT 1")->fetchColumn();
        try {
            $id && $admin->exec("KILL CONNECTION $id");
        } catch (PDOException) {
            // It has ended meanwhile.
        }
    }

    public function run(): void
    {
        $workers = [];
        for ($i = 0; $i < self::COROUTINES; $i++) {
            $workers[] = spawn($this->work(...), $i);
        }
        $working = true;
        $kills = $this->database->name !== 'sqlite';
        $killer = spawn(function () use (&$working, $kills): void {
            $admin = $this->database->plain();
            for ($i = 0; $i < self::KILLS && $working && $kills; $i++) {
                delay(10);
                $this->kill($admin);
            }
        });
        [, $errors] = await_all($workers);
        $working = false;
        await_all([$killer]);
        foreach ($errors as $error) {
            printf("%s: %s\n", get_class($error), $error->getMessage());
            break;
        }

        printf("%d queries, %d lost, %d wrong\n", $this->queries, $this->lost, $this->wrong);
        printf("some hit a killed connection: %s\n", var_export($this->failures > 0, true));
        printf("more than %d connections: %d times\n", self::CONNECTIONS, $this->over);
        // In turns, not in time: a stall of the machine is not the pool's.
        sort($this->waited);
        $slowest = end($this->waited) / $this->waited[intdiv(count($this->waited), 2)];
        printf("%d were served, the slowest within 3 times the median: %s\n", count($this->waited), $slowest <= 3 ? 'true' : $slowest);

        $rows = $this->pdo->query('SELECT b, count(*) FROM t GROUP BY b')->fetchAll(PDO::FETCH_KEY_PAIR);
        $kept = array_filter($this->committed, fn(string $name) => ($rows[$name] ?? 0) == 2);
        printf("%d transactions committed, %d of them there, %d split, %d in halves\n", count($this->committed), count($kept),
            $this->split, count(array_filter($rows, fn($count) => $count != 2)));
        printf("%d sessions changed, %d seen by others\n", $this->sessions, $this->leaks);
        printf("in use: %d\n", $this->pdo->getPool()->activeCount());
    }
}
