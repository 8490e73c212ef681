<?php

declare(strict_types=1);

/*
 * A job worker that lives with an unreliable service.
 *
 *     php job_worker.php [workers [jobs [connections]]]
 *
 * The workers share a few connections through a pool. A connection that broke is rejected when it comes back and replaced
 * when it is needed. In the middle of the work the service goes down for a while: it accepts and hangs up. After a few
 * failures in a row the circuit breaker opens, so that no worker runs into the dead service; after a pause it lets
 * one try, closes when that succeeds, and waits longer when not. No job is lost, and none is done twice.
 */

use Async\CircuitBreakerState;
use Async\CircuitBreakerStrategy;
use Async\Pool;
use Async\Scope;
use Async\ServiceUnavailableException;
use function Async\delay;
use function Async\spawn;
use function Async\timeout;

require __DIR__ . '/lib/local_service.php';

if (!extension_loaded('true_async')) {
    fwrite(STDERR, "The extension true_async is not loaded; use `examples/run job_worker.php`.\n");
    exit(2);
}

/** A connection to the service: one line to ask, one line as answer. */
final class Connection
{
    public bool $usable = true;
    /** @var resource */
    private $stream;

    public function __construct(string $address)
    {
        $stream = @stream_socket_client("tcp://$address", $code, $message, 5);
        $this->stream = $stream ?: throw new RuntimeException("cannot connect to $address: $message");
    }

    public function ask(string $question): string
    {
        $answer = @fwrite($this->stream, "$question\n") === false ? false : fgets($this->stream);
        if ($answer === false) {
            $this->usable = false;
            throw new RuntimeException('the service hung up');
        }
        return rtrim($answer);
    }

    public function close(): void
    {
        fclose($this->stream);
    }
}

/** Opens the circuit breaker after some failures in a row, and has it try again after a pause that grows. */
final class Patience implements CircuitBreakerStrategy
{
    private const FAILURES = 3;
    private const PAUSE_MS = 5;
    private const LONGEST_PAUSE_MS = 40;

    public int $opened = 0;
    private int $failures = 0;
    private int $pause_ms = self::PAUSE_MS;
    private float $until = 0;

    public function reportSuccess(mixed $source): void
    {
        $this->failures = 0;
        if ($source->getState() === CircuitBreakerState::RECOVERING) {
            $this->pause_ms = self::PAUSE_MS;
            $source->activate();
        }
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
        $state = $source->getState();
        $this->failures++;
        $enough = $state === CircuitBreakerState::RECOVERING || $this->failures >= self::FAILURES;
        if ($enough && $state !== CircuitBreakerState::INACTIVE) {
            $this->opened++;
            $this->until = microtime(true) + $this->pause_ms / 1000;
            $this->pause_ms = min(2 * $this->pause_ms, self::LONGEST_PAUSE_MS);
            $source->deactivate();
            spawn($this->wait(...), $source);
        }
    }

    public function shouldRecover(): bool
    {
        return microtime(true) >= $this->until;
    }

    /** Recovery is not the pool's business. */
    private function wait(Pool $pool): void
    {
        while (!$this->shouldRecover()) {
            delay(1);
        }
        if ($pool->getState() === CircuitBreakerState::INACTIVE) {
            $pool->recover();
        }
    }
}

final class Worker
{
    public int $failed = 0;
    public int $refused = 0;
    private array $done = [];

    public function __construct(private readonly Pool $pool, private readonly SplQueue $jobs)
    {
    }

    public function work(): void
    {
        while (!$this->jobs->isEmpty()) {
            $job = $this->jobs->dequeue();
            try {
                $this->done[] = $this->process($job);
            } catch (ServiceUnavailableException) {
                $this->refused++;
                $this->jobs->enqueue($job);
                delay(2);
            } catch (RuntimeException) {
                $this->failed++;
                $this->jobs->enqueue($job);
            }
        }
    }

    /** @return list<string> */
    public function done(): array
    {
        return $this->done;
    }

    private function process(int $job): string
    {
        $connection = $this->pool->acquire(timeout: 10_000);
        try {
            return $connection->ask("job $job");
        } finally {
            $this->pool->release($connection);
        }
    }
}

$workers = (int) ($argv[1] ?? 8);
$total = (int) ($argv[2] ?? 200);
$max = (int) ($argv[3] ?? 4);
if ($workers < 1 || $total < 1 || $max < 1) {
    fwrite(STDERR, "usage: php job_worker.php [workers [jobs [connections]]], all at least 1\n");
    exit(2);
}

/* The service: down from one third of the work on, until it has hung up a few times. */
$processed = [];
$hung_up = 0;
$outage = 10;
$service = new LocalService(function ($connection) use (&$processed, &$hung_up, $outage, $total): void {
    while (($line = fgets($connection)) !== false) {
        if (count($processed) >= intdiv($total, 3) && $hung_up < $outage) {
            $hung_up++;
            break;
        }
        delay(1);
        $processed[] = rtrim($line);
        fwrite($connection, 'done ' . trim($line) . "\n");
    }
});

$jobs = new SplQueue();
foreach (range(1, $total) as $job) {
    $jobs->enqueue($job);
}
$strategy = new Patience();
$pool = new Pool(
    factory: fn(): Connection => new Connection($service->address),
    destructor: fn(Connection $connection) => $connection->close(),
    beforeRelease: fn(Connection $connection) => $connection->usable,
    max: $max,
);
$pool->setCircuitBreakerStrategy($strategy);
printf("%d workers, %d jobs, at most %d connections\n", $workers, $total, $max);

$scope = new Scope();
$crew = [];
for ($i = 0; $i < $workers; $i++) {
    $crew[] = $worker = new Worker($pool, $jobs);
    $scope->spawn($worker->work(...));
}
$scope->awaitCompletion(timeout(60_000));
$pool->close();
$service->stop();

$done = array_merge(...array_map(fn(Worker $worker) => $worker->done(), $crew));
$failed = array_sum(array_column($crew, 'failed'));
$refused = array_sum(array_column($crew, 'refused'));
printf("%d jobs done, %d of them different, %d processed by the service\n", count($done), count(array_unique($done)), count($processed));
printf("the service hung up %d times\n", $hung_up);
printf("%d attempts failed, %d were spared: the circuit breaker opened %d times\n", $failed, $refused, $strategy->opened);
printf("in the end it is %s\n", $pool->getState()->name);
exit(count($done) === $total && count(array_unique($done)) === $total && count($processed) === $total && $strategy->opened > 0
    && $pool->getState() === CircuitBreakerState::ACTIVE && $failed <= $hung_up + $max ? 0 : 1);
