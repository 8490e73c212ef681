<?php

declare(strict_types=1);

/*
 * A pool of workers that stops gracefully.
 *
 *     php worker_pool.php [workers [jobs]]          and, while it runs: kill -TERM PID
 *
 * The workers live in one scope and take jobs from one queue. SIGTERM cancels the main coroutine, which waits for the
 * scope; it cancels the scope, and every worker finishes the job it has begun (`protect`) and stops before the next. Each
 * job writes a file in two parts with a pause between them: a worker cut off in the middle would leave it torn. At the
 * end all files are checked. Exits with 1 if one is torn or a job is lost.
 */

use Async\AsyncCancellation;
use Async\Scope;
use function Async\current_coroutine;
use function Async\protect;
use function Async\timeout;

foreach (['true_async', 'pcntl'] as $extension) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "The extension $extension is not loaded; use `examples/run worker_pool.php`.\n");
        exit(2);
    }
}

const LONGEST_JOB_MS = 20;

final class Pool
{
    /** Jobs by worker. */
    public array $finished = [];
    private readonly Scope $scope;

    public function __construct(private readonly SplQueue $jobs, private readonly string $directory)
    {
        $this->scope = new Scope();
    }

    public function start(int $workers): void
    {
        for ($worker = 1; $worker <= $workers; $worker++) {
            $this->finished[$worker] = 0;
            $this->scope->spawn($this->work(...), $worker);
        }
    }

    /** Waits until the queue is empty. */
    public function wait(): void
    {
        $this->scope->awaitCompletion(timeout(60_000));
    }

    /** Lets every worker finish its job, and no other. */
    public function stop(AsyncCancellation $reason): void
    {
        $this->scope->cancel($reason);
        $this->scope->awaitAfterCancellation(cancellation: timeout(10 * LONGEST_JOB_MS));
    }

    private function work(int $worker): void
    {
        while (!$this->jobs->isEmpty()) {
            // A cancellation that comes meanwhile is thrown when the job is done.
            protect(function () use ($worker): void {
                $this->render($this->jobs->dequeue());
                $this->finished[$worker]++;
            });
        }
    }

    private function render(int $job): void
    {
        $file = fopen("$this->directory/$job.txt", 'w');
        fwrite($file, "job $job begins\n");
        usleep(1000 * (5 + $job * 7 % (LONGEST_JOB_MS - 4)));
        fwrite($file, "job $job ends\n");
        fclose($file);
    }
}

/** @return array{int, int} how many files are whole, and how many are not */
function count_files(string $directory): array
{
    $whole = $torn = 0;
    foreach (glob("$directory/*.txt") as $path) {
        $job = basename($path, '.txt');
        file_get_contents($path) === "job $job begins\njob $job ends\n" ? $whole++ : $torn++;
        unlink($path);
    }
    return [$whole, $torn];
}

$workers = (int) ($argv[1] ?? 4);
$total = (int) ($argv[2] ?? 200);
if ($workers < 1 || $total < 1) {
    fwrite(STDERR, "usage: php worker_pool.php [workers [jobs]], both at least 1\n");
    exit(2);
}

$directory = sys_get_temp_dir() . '/worker_pool_' . bin2hex(random_bytes(8));
mkdir($directory);
$jobs = new SplQueue();
foreach (range(1, $total) as $job) {
    $jobs->enqueue($job);
}

$pool = new Pool($jobs, $directory);
$pool->start($workers);
$main = current_coroutine();
pcntl_async_signals(true);
pcntl_signal(SIGTERM, fn() => $main->cancel(new AsyncCancellation('SIGTERM')));
printf("%d workers, %d jobs, process %d\n", $workers, $total, getmypid());

try {
    $pool->wait();
    echo "all jobs are done\n";
} catch (AsyncCancellation $reason) {
    printf("stopped by %s\n", $reason->getMessage());
    $pool->stop($reason);
}

[$whole, $torn] = count_files($directory);
rmdir($directory);
$finished = array_sum($pool->finished);
printf("%d jobs finished, %d files whole, %d torn, %d jobs left\n", $finished, $whole, $torn, count($jobs));
printf("busy workers: %d of %d\n", count(array_filter($pool->finished)), $workers);
exit($torn === 0 && $whole === $finished && $finished + count($jobs) === $total ? 0 : 1);
