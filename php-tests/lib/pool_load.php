<?php

declare(strict_types=1);

/*
 * A thousand coroutines that share a few database connections through a pool, while the server is told to kill
 * connections. Every coroutine asks for numbers of its own and must get each of them back.
 */

use Async\Pool;
use function Async\await_all;
use function Async\delay;
use function Async\spawn;

/** A connection of any kind. */
final class Connection
{
    public bool $broken = false;

    public function __construct(public mixed $handle)
    {
    }
}

final class PoolLoad
{
    private const CONNECTIONS = 8;
    private const COROUTINES = 1000;
    private const QUERIES = 3;
    private const KILLS = 20;

    private int $alive = 0, $most = 0, $made = 0, $destroyed = 0, $lost = 0, $wrong = 0, $retries = 0, $queries = 0, $over = 0;
    /** How often a connection had been handed out before a coroutine got its first. */
    private array $waited = [];
    private int $served = 0;
    private readonly Pool $pool;

    /**
     * @param Closure(): mixed              $connect the handle of a new connection; throws a RuntimeException if there is none
     * @param Closure(mixed, int): ?int     $ask     has the server return a number, which takes it a moment; null or an
     *                                               exception if the connection is gone
     * @param Closure(mixed): void          $close
     * @param Closure(): void               $kill    ends a connection of the pool, on the server
     */
    public function __construct(
        private readonly Closure $connect,
        private readonly Closure $ask,
        Closure $close,
        private readonly Closure $kill,
    ) {
        $this->pool = new Pool(
            factory: function (): Connection {
                $this->most = max($this->most, ++$this->alive);
                try {
                    $connection = new Connection(($this->connect)());
                } catch (Throwable $e) {
                    $this->alive--;
                    throw $e;
                }
                $this->made++;
                return $connection;
            },
            destructor: function (Connection $connection) use ($close): void {
                $close($connection->handle);
                $this->alive--;
                $this->destroyed++;
            },
            healthcheck: fn(Connection $connection) => $this->ask($connection, 7) === 7,
            beforeRelease: fn(Connection $connection) => !$connection->broken,
            max: self::CONNECTIONS,
            healthcheckInterval: 50,
        );
    }

    private function ask(Connection $connection, int $number): ?int
    {
        try {
            $answer = @($this->ask)($connection->handle, $number);
        } catch (RuntimeException) {
            $answer = null;
        }
        $connection->broken = $connection->broken || $answer === null;
        return $answer;
    }

    private function work(int $coroutine): void
    {
        for ($i = 0; $i < self::QUERIES; $i++) {
            $number = $coroutine * 10 + $i;
            for ($try = 0; $try < 50; $try++) {
                try {
                    $connection = $this->pool->acquire();
                } catch (RuntimeException) {
                    // Killed while it was connecting.
                    $this->retries++;
                    continue;
                }
                $this->served++;
                $this->waited[$coroutine] ??= $this->served;
                $this->over += (int) ($this->pool->count() > self::CONNECTIONS);
                try {
                    $answer = $this->ask($connection, $number);
                } finally {
                    $this->pool->release($connection);
                }
                if ($answer !== null) {
                    $this->queries++;
                    $this->wrong += (int) ($answer !== $number);
                    continue 2;
                }
                $this->retries++;
            }
            $this->lost++;
        }
    }

    public function run(): void
    {
        $workers = [];
        for ($i = 0; $i < self::COROUTINES; $i++) {
            $workers[] = spawn($this->work(...), $i);
        }
        $working = true;
        $killer = spawn(function () use (&$working): void {
            for ($i = 0; $i < self::KILLS && $working; $i++) {
                delay(10);
                ($this->kill)();
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
        printf("some hit a killed connection: %s\n", var_export($this->retries > 0, true));
        printf("at most %d connections: %s\n", self::CONNECTIONS, var_export($this->most <= self::CONNECTIONS && $this->over === 0, true));
        // In turns, not in time: a stall of the machine is not the pool's.
        sort($this->waited);
        $slowest = end($this->waited) / $this->waited[intdiv(count($this->waited), 2)];
        printf("%d were served, the slowest within 3 times the median: %s\n", count($this->waited), $slowest <= 3 ? 'true' : $slowest);
        while ($this->pool->activeCount() > 0) {
            delay(1);
        }
        $this->pool->close();
        printf("all that was made is destroyed: %s\n", var_export($this->made === $this->destroyed && $this->alive === 0, true));
    }
}
