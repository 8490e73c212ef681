--TEST--
Random programs on a pool do, step by step, what a simple model of pool and scheduler says
--DESCRIPTION--
Rules: PO-2, PO-5, PO-6, PO-7, PO-8, PO-9, PO-10, PO-11, PO-12, PO-14, PO-15, PO-16, PO-18, PO-22, PO-23, PO-24, PO-25
Rules: PO-29, PO-30, CB-1, CB-2, CB-3, CB-4, CB-5, CB-6, CB-7, CM-6, CM-7
Order: dependent
Several coroutines acquire, release, wait, cancel each other, close the pool and switch its circuit breaker, while factory,
destructor, hooks and strategy suspend and fail, all by numbers drawn from the seed. The model plays the same program: its
coroutines are generators, its pool a few lines each. Both write down what happens, and every line has to be the same.
MODEL_SEQUENCES=n plays seeds 1 to n; MODEL_SEED=n one, with its log.
--INI--
async.sim_time=1
async.sim_seed=0
--FILE--
<?php
use Async\{Pool, PoolException, CircuitBreakerStrategy, AsyncCancellation, TimeoutException, ServiceUnavailableException};
use function Async\{spawn, suspend, delay, await};

/** What both worlds draw their numbers from, and write to. */
final class Script
{
    public array $log = [];
    private array $drawn = [];
    /** Milliseconds of time limits and delays, in the order in which they are asked for: chosen in the model. */
    public array $durations = [];

    public function __construct(public readonly int $seed)
    {
    }

    /** A number below $limit; the n-th for this $what. */
    public function draw(string $what, int $limit): int
    {
        $this->drawn[$what] ??= 0;
        return crc32("$this->seed $what " . $this->drawn[$what]++ . ' x') % $limit;
    }

    public function number(string $what, int $limit): int
    {
        return crc32("$this->seed $what") % $limit;
    }

    public function max(): int { return 1 + $this->number('max', 4); }
    public function min(): int { return $this->number('min', 3) ? 0 : $this->number('min of', $this->max() + 1); }
    public function users(): int { return 2 + $this->number('users', 7); }
    public function steps(): int { return 4 + $this->number('steps', 14); }
    /** Milliseconds, even: what else has a time is odd. */
    public function interval(): int { return $this->number('interval', 3) ? 0 : 2 + 2 * $this->number('interval of', 10); }

    /** What a call of one of the user's functions does: so many times suspend(), then this. */
    public function fate(string $kind): array
    {
        $parks = $this->draw("$kind parks", 3) ? 0 : 1 + $this->draw("$kind so often", 3);
        $often = ['make' => 9, 'destroy' => 15, 'report' => 9][$kind] ?? 5;
        $fate = $this->draw("$kind fate", $often) ? 'good' : ['throw', 'bad'][$this->draw("$kind how", 2)];
        return [$parks, $fate];
    }

    public function write(string|array $line): void
    {
        $this->log[] = $line;
    }
}

/* ---- the model ---- */

/** An exception of the model: the labels of a chain, the newest first. */
final class Thrown extends Exception
{
    public function __construct(public readonly array $labels)
    {
    }

    public static function join(?Thrown $newer, ?Thrown $older): ?Thrown
    {
        return $newer && $older ? new Thrown([...$newer->labels, ...$older->labels]) : $newer ?? $older;
    }
}

final class Task
{
    public bool $queued = false, $begun = false, $done = false;
    public ?Thrown $error = null;

    public function __construct(public Generator $code)
    {
    }
}

/** A first in, first out scheduler, and a clock that goes on when nobody can run. */
final class World
{
    public array $queue = [];
    private array $timers = [];
    public int $now = 0;
    public bool $tie = false;
    private array $used = [];
    public ?Task $running = null;

    public function __construct(private readonly Script $script)
    {
    }

    public function spawn(Generator $code): Task
    {
        $task = new Task($code);
        $this->wake($task);
        return $task;
    }

    public function wake(Task $task): void
    {
        if (!$task->queued && !$task->done) {
            $task->queued = true;
            $this->queue[] = $task;
        }
    }

    public function cancel(Task $task): void
    {
        if ($task === $this->running || $task->done) return;
        // A pending error is not replaced.
        $task->error ??= new Thrown(['cancel']);
        $this->wake($task);
    }

    /** An odd deadline that nobody else has. */
    public function duration(int $about): int
    {
        for ($ms = $about; ($this->now + $ms) % 2 === 0 || isset($this->used[$this->now + $ms]); $ms++);
        return $this->script->durations[] = $ms;
    }

    public function timer(int $ms, Closure $fire): int
    {
        $deadline = $this->now + $ms;
        $this->tie = $this->tie || isset($this->used[$deadline]);
        $this->used[$deadline] = true;
        $this->timers[$deadline] = $fire;
        return $deadline;
    }

    public function stop(?int $deadline): void
    {
        unset($this->timers[$deadline]);
    }

    /** Waits for a moment. */
    public function delay(int $ms): Generator
    {
        $task = $this->running;
        $deadline = $this->timer($ms, fn() => $this->wake($task));
        try {
            yield 'park';
        } finally {
            $this->stop($deadline);
        }
    }

    public function run(Task $main): void
    {
        while (!$main->done) {
            if (!$this->queue) {
                $this->now = min(array_keys($this->timers));
                $fire = $this->timers[$this->now];
                unset($this->timers[$this->now]);
                $fire();
                continue;
            }
            $task = $this->running = array_shift($this->queue);
            $task->queued = false;
            $error = $task->error;
            $task->error = null;
            if ($error) {
                $task->code->throw($error);
            } elseif ($task->begun) {
                $task->code->next();
            }
            $task->begun = true;
            if ($task->code->valid()) {
                if ($task->code->current() === 'suspend') $this->wake($task);
            } else {
                $task->done = true;
            }
            $this->running = null;
        }
    }
}

final class Waiter
{
    public bool $reserved = false, $expired = false;

    public function __construct(public readonly Task $task)
    {
    }
}

final class ModelPool
{
    public array $idle = [];
    public int $active = 0;
    private int $transit = 0, $made = 0, $unchecked = 0;
    private array $waiters = [];
    public bool $closed = false, $inactive = false, $strategy = false;
    private bool $checking = false;
    private ?int $beat = null;

    public function __construct(private readonly Script $script, private readonly World $world)
    {
    }

    private function places(): int
    {
        return $this->script->max() - $this->active - $this->transit - count(array_filter($this->waiters, fn($w) => $w->reserved));
    }

    private function mayGrow(): bool
    {
        return count($this->idle) + $this->active + $this->transit < $this->script->max();
    }

    private function wakeNext(): void
    {
        if ($this->places() <= 0) return;
        foreach ($this->waiters as $waiter) {
            if (!$waiter->reserved && !$waiter->task->queued) {
                $waiter->reserved = true;
                $this->world->wake($waiter->task);
                return;
            }
        }
    }

    private function takeIdle(): int
    {
        $this->unchecked = max(0, $this->unchecked - 1);
        return array_shift($this->idle);
    }

    /** One call of the user's functions. */
    private function call(string $kind, string $about = ''): Generator
    {
        [$parks, $fate] = $this->script->fate($kind);
        $this->script->write(trim("  $kind $about") . ', idle ' . implode(' ', $this->idle) . ", active $this->active");
        while ($parks-- > 0) yield 'suspend';
        return $fate;
    }

    /** Whether the resource is accepted, and what must not be lost. */
    private function ask(string $kind, int $r): Generator
    {
        try {
            return [(yield from $this->call($kind, (string) $r)) === 'good', null];
        } catch (Thrown $cancelled) {
            return [false, $cancelled];
        }
    }

    private function make(): Generator
    {
        $number = ++$this->made;
        if ((yield from $this->call('make')) !== 'good') throw new Thrown(["no $number"]);
        return $number;
    }

    private function destroy(int $r): Generator
    {
        $this->transit++;
        $error = null;
        try {
            if ((yield from $this->call('destroy', (string) $r)) !== 'good') $error = new Thrown(["destroy $r"]);
        } catch (Thrown $error) {
        }
        $this->transit--;
        return $error;
    }

    private function report(string $what): Generator
    {
        if (!$this->strategy) return null;
        $this->transit++;
        $kept = null;
        try {
            yield from $this->call('report', $what);
        } catch (Thrown $kept) {
        }
        $this->transit--;
        return $kept;
    }

    public function open(): Generator
    {
        for ($i = 0; $i < $this->script->min(); $i++) {
            $this->active++;
            try {
                $this->idle[] = yield from $this->make();
                $this->active--;
            } catch (Thrown $e) {
                $this->active--;
                $error = yield from $this->end();
                throw Thrown::join($error, $e);
            }
        }
        if ($this->script->interval()) $this->startBeat();
    }

    private function startBeat(): void
    {
        $this->beat = $this->world->timer($this->script->interval(), function () {
            $this->startBeat();
            if (!$this->checking && $this->idle) {
                $this->checking = true;
                $this->world->spawn($this->check());
            }
        });
    }

    private function check(): Generator
    {
        $this->unchecked = count($this->idle);
        $error = null;
        while ($this->unchecked > 0 && !$error && !$this->closed && $this->places() > 0) {
            $r = $this->takeIdle();
            $this->active++;
            [$good] = yield from $this->ask('check', $r);
            $this->active = max(0, $this->active - 1);
            if ($good && !$this->closed) {
                $this->idle[] = $r;
                continue;
            }
            $error = yield from $this->destroy($r);
            $few = count($this->idle) + $this->active < $this->script->min();
            if (!$error && $few && !$this->closed && $this->places() > 0 && $this->mayGrow()) {
                $this->active++;
                try {
                    $new = yield from $this->make();
                    $this->active--;
                    if ($this->closed) $error = yield from $this->destroy($new);
                    else $this->idle[] = $new;
                } catch (Thrown $error) {
                    $this->active--;
                }
            }
        }
        $this->unchecked = 0;
        $this->wakeNext();
        $this->checking = false;
    }

    public function acquire(?int $ms, bool $try = false): Generator
    {
        $promised = false;
        while (true) {
            if ($this->closed || $this->inactive) {
                if ($promised) $this->wakeNext();
                if ($try) return null;
                throw new Thrown([$this->closed ? 'closed' : 'unavailable']);
            }
            if ($promised || $this->places() > 0) {
                if ($this->idle) {
                    $r = $this->takeIdle();
                    $this->active++;
                    [$good, $kept] = yield from $this->ask('offer', $r);
                    if ($good) return $r;
                    $this->active = max(0, $this->active - 1);
                    $error = Thrown::join(yield from $this->destroy($r), $kept);
                    if ($error) {
                        $this->wakeNext();
                        throw $error;
                    }
                    $promised = true;
                    continue;
                }
                if ($this->mayGrow()) {
                    $this->active++;
                    try {
                        return yield from $this->make();
                    } catch (Thrown $e) {
                        $this->active = max(0, $this->active - 1);
                        $this->wakeNext();
                        throw $e;
                    }
                }
            }
            if ($try) return null;
            $promised = yield from $this->wait($ms);
        }
    }

    private function wait(?int $ms): Generator
    {
        $waiter = new Waiter($this->world->running);
        $this->waiters[] = $waiter;
        $leave = fn() => $this->waiters = array_values(array_filter($this->waiters, fn($w) => $w !== $waiter));
        $timer = $ms === null ? null : $this->world->timer($ms, function () use ($waiter, $leave) {
            $waiter->expired = true;
            if (!$waiter->reserved) {
                $leave();
                $this->world->wake($waiter->task);
            }
        });
        $error = null;
        try {
            yield 'park';
            if ($waiter->expired) $error = new Thrown(['timeout']);
        } catch (Thrown $error) {
        }
        $leave();
        $this->world->stop($timer);
        if ($error) {
            if ($waiter->reserved) $this->wakeNext();
            throw $error;
        }
        return $waiter->reserved;
    }

    public function release(int $r): Generator
    {
        [$good, $error] = yield from $this->ask('take back', $r);
        $this->active = max(0, $this->active - 1);
        if (!$good) {
            $error = Thrown::join(yield from $this->report('failure'), $error);
            $error = Thrown::join(yield from $this->destroy($r), $error);
            $this->wakeNext();
        } else {
            $error = Thrown::join(yield from $this->report('success'), $error);
            if ($this->closed) {
                $error = Thrown::join(yield from $this->destroy($r), $error);
            } else {
                $this->idle[] = $r;
                $this->wakeNext();
            }
        }
        if ($error) throw $error;
    }

    private function end(): Generator
    {
        $this->closed = true;
        $this->unchecked = 0;
        $this->world->stop($this->beat);
        foreach (array_reverse($this->waiters) as $waiter) {
            $waiter->task->error = Thrown::join(new Thrown(['closed']), $waiter->task->error);
            $this->world->wake($waiter->task);
        }
        $this->waiters = [];
        $error = null;
        while ($this->idle) {
            $r = array_shift($this->idle);
            $error = Thrown::join(yield from $this->destroy($r), $error);
        }
        return $error;
    }

    public function close(): Generator
    {
        if ($this->closed) return;
        if ($error = yield from $this->end()) throw $error;
    }
}

/** The program of one user, as what to do next. */
function next_step(Script $script, int $user, int $held): array
{
    $n = $script->draw("user $user", 100);
    return match (true) {
        $held > 0 && $n < 35 => ['release'],
        $n < 25 => ['acquire'],
        $n < 47 => ['acquire within'],
        $n < 55 => ['tryAcquire'],
        $n < 68 => ['suspend'],
        $n < 79 => ['delay'],
        $n < 88 => ['cancel', $script->draw("user $user victim", $script->users())],
        $n < 89 => ['deactivate'],
        $n < 95 => ['activate'],
        $n < 98 => ['strategy', $script->draw("user $user strategy", 2)],
        $n < 99 && $script->number('closes', 3) === 0 => ['close'],
        default => ['suspend'],
    };
}

function play_model(Script $script, World $world): void
{
    $pool = new ModelPool($script, $world);
    $users = [];
    $user = function (int $i) use ($script, $world, $pool, &$users): Generator {
        $held = [];
        $guarded = function (string $what, Generator $act) use ($script, $i): Generator {
            try {
                $result = yield from $act;
                $script->write("$i $what" . ($result === null ? '' : " $result"));
                return $result;
            } catch (Thrown $e) {
                $script->write("$i $what: " . implode(' <- ', $e->labels));
            }
        };
        $pause = function (): Generator { yield 'suspend'; };
        yield from $guarded('begins', $pause());
        for ($step = $script->steps(); $step > 0; $step--) {
            [$what, $argument] = next_step($script, $i, count($held)) + [1 => null];
            switch ($what) {
                case 'acquire': $got = yield from $guarded($what, $pool->acquire(null)); break;
                case 'acquire within':
                    $got = yield from $guarded($what, $pool->acquire($world->duration(1 + $script->draw('limit', 8))));
                    break;
                case 'tryAcquire': $got = yield from $guarded($what, $pool->acquire(null, true)); break;
                case 'release': yield from $guarded($what, $pool->release(array_shift($held))); break;
                case 'suspend': yield from $guarded($what, $pause()); break;
                case 'delay': yield from $guarded($what, $world->delay($world->duration(1 + $script->draw('delay', 10)))); break;
                case 'cancel': $world->cancel($users[$argument]); break;
                case 'deactivate': $pool->inactive = true; break;
                case 'activate': $pool->inactive = false; break;
                case 'strategy': $pool->strategy = (bool) $argument; break;
                case 'close': yield from $guarded($what, $pool->close()); break;
            }
            if (isset($got)) $held[] = $got;
            $got = null;
        }
        foreach ($held as $r) yield from $guarded('last release', $pool->release($r));
        $script->write("$i ends");
    };
    $main = $world->spawn((function () use ($script, $world, $pool, $user, &$users): Generator {
        try {
            yield from $pool->open();
        } catch (Thrown $e) {
            $script->write('main: ' . implode(' <- ', $e->labels));
            return;
        }
        for ($i = 0; $i < $script->users(); $i++) $users[] = $world->spawn($user($i));
        yield from $world->delay($world->duration(60));
        try {
            yield from $pool->close();
            $script->write('main closes');
        } catch (Thrown $e) {
            $script->write('main closes: ' . implode(' <- ', $e->labels));
        }
        while (array_filter($users, fn($u) => !$u->done)) yield from $world->delay($world->duration(20));
        for ($i = 0; $i < 20; $i++) yield 'suspend';
        $script->write('idle ' . count($pool->idle) . ", active $pool->active");
    })());
    $world->run($main);
}

/* ---- the real thing ---- */

final class Real
{
    public Pool $pool;
    public array $users = [];
    public int $made = 0, $live = 0, $running = 0;
    public array $destroyed = [], $broken = [];
    public ?array $idle = [];

    public function __construct(public readonly Script $script)
    {
    }

    public function label(Throwable $e): string
    {
        $labels = [];
        do {
            $labels[] = match (get_class($e)) {
                AsyncCancellation::class => 'cancel',
                TimeoutException::class => 'timeout',
                ServiceUnavailableException::class => 'unavailable',
                PoolException::class => $e->getMessage() === 'Pool is closed' ? 'closed' : $e->getMessage(),
                default => $e->getMessage(),
            };
        } while ($e = $e->getPrevious());
        return implode(' <- ', $labels);
    }

    /** One call of the user's functions. */
    public function call(string $kind, string $about = ''): string
    {
        [$parks, $fate] = $this->script->fate($kind);
        $this->script->write([trim("  $kind $about"), $this->idleCount(), $this->activeCount()]);
        $this->look();
        while ($parks-- > 0) suspend();
        return $fate;
    }

    private function idleCount(): int { return isset($this->pool) ? $this->pool->idleCount() : -1; }
    private function activeCount(): int { return isset($this->pool) ? $this->pool->activeCount() : -1; }

    public function ask(string $kind, int $r): ?bool
    {
        $fate = $this->call($kind, (string) $r);
        return $fate === 'throw' ? throw new RuntimeException("$kind $r") : $fate === 'good';
    }

    public function make(): int
    {
        $number = ++$this->made;
        if (++$this->live > $this->script->max()) $this->broken[] = "$this->live alive";
        try {
            if ($this->call('make') !== 'good') throw new RuntimeException("no $number");
        } catch (Throwable $e) {
            $this->live--;
            throw $e;
        }
        return $number;
    }

    public function destroy(int $r): void
    {
        $this->destroyed[$r] = ($this->destroyed[$r] ?? 0) + 1;
        try {
            if ($this->call('destroy', (string) $r) !== 'good') throw new RuntimeException("destroy $r");
        } finally {
            $this->live--;
        }
    }

    /** What holds whenever PHP code runs. */
    public function look(): void
    {
        if (!isset($this->pool)) return;
        if ($this->pool->count() > $this->script->max()) $this->broken[] = "{$this->pool->count()} counted";
        if ($this->pool->isClosed()) return;
        // Nobody is parked while a place is free and not reserved. Who is in the run queue is about to leave.
        foreach ($this->users as $user) {
            $info = $user->isCompleted() || $user->isQueued() ? [] : $user->getAwaitingInfo();
            if (preg_match('/^Pool\(idle=(\d+), active=(\d+), reserved=(\d+), max=(\d+)\)$/', $info[0] ?? '', $m)) {
                if ($m[2] + $m[3] < $m[4]) $this->broken[] = "one waits: $info[0]";
            }
        }
    }
}

function play(Real $real): void
{
    $script = $real->script;
    $duration = function () use ($script) { return array_shift($script->durations) ?? throw new LogicException('no more durations'); };
    try {
        $real->pool = new Pool(
            $real->make(...), $real->destroy(...), fn(int $r) => $real->ask('check', $r),
            fn(int $r) => $real->ask('offer', $r), fn(int $r) => $real->ask('take back', $r),
            $script->min(), $script->max(), $script->interval(),
        );
    } catch (RuntimeException $e) {
        $script->write('main: ' . $real->label($e));
        return;
    }
    $pool = $real->pool;
    $strategy = new class($real) implements CircuitBreakerStrategy {
        public function __construct(private Real $real) {}
        private function report(string $what): void {
            if ($this->real->call('report', $what) !== 'good') throw new RuntimeException('dropped');
        }
        public function reportSuccess(mixed $source): void { $this->report('success'); }
        public function reportFailure(mixed $source, Throwable $error): void { $this->report('failure'); }
        public function shouldRecover(): bool { throw new LogicException('never asked'); }
    };
    $user = function (int $i) use ($real, $script, $pool, $strategy, $duration) {
        $held = [];
        $guarded = function (string $what, Closure $act) use ($script, $real, $i) {
            try {
                $result = $act();
                $script->write("$i $what" . ($result === null ? '' : " $result"));
                $real->look();
                return $result;
            } catch (Throwable $e) {
                $script->write("$i $what: " . $real->label($e));
            }
        };
        $guarded('begins', suspend(...));
        for ($step = $script->steps(); $step > 0; $step--) {
            [$what, $argument] = next_step($script, $i, count($held)) + [1 => null];
            $got = null;
            switch ($what) {
                case 'acquire': $got = $guarded($what, fn() => $pool->acquire()); break;
                case 'acquire within':
                    $script->draw('limit', 8); $ms = $duration();
                    $got = $guarded($what, fn() => $pool->acquire($ms));
                    break;
                case 'tryAcquire': $got = $guarded($what, fn() => $pool->tryAcquire()); break;
                case 'release': $r = array_shift($held); $guarded($what, fn() => $pool->release($r)); break;
                case 'suspend': $guarded($what, suspend(...)); break;
                case 'delay': $script->draw('delay', 10); $ms = $duration(); $guarded($what, fn() => delay($ms)); break;
                case 'cancel': if ($argument !== $i) $real->users[$argument]->cancel(); break;
                case 'deactivate': $pool->deactivate(); break;
                case 'activate': $script->number("$i $step", 2) ? $pool->activate() : $pool->recover(); break;
                case 'strategy': $pool->setCircuitBreakerStrategy($argument ? $strategy : null); break;
                case 'close': $guarded($what, $pool->close(...)); break;
            }
            if ($got !== null) $held[] = $got;
        }
        foreach ($held as $r) $guarded('last release', fn() => $pool->release($r));
        $script->write("$i ends");
        $real->running--;
    };
    $real->running = $script->users();
    for ($i = 0; $i < $script->users(); $i++) $real->users[] = spawn($user, $i);
    delay($duration());
    try {
        $pool->close();
        $script->write('main closes');
    } catch (Throwable $e) {
        $script->write('main closes: ' . $real->label($e));
    }
    while ($real->running) delay($duration());
    for ($i = 0; $i < 20; $i++) suspend();
    $script->write("idle {$pool->idleCount()}, active {$pool->activeCount()}");
}

/** A line of the real log beside one of the model: counters instead of the list of idle resources. */
function same(string $model, string|array $real): bool
{
    if (is_string($real)) return $model === $real;
    [$what, $idle, $active] = $real;
    return preg_match('/^(.*), idle (.*), active (\d+)$/', $model, $m) && $m[1] === trim($what, "\n")
        && ($idle < 0 || $idle === count(array_filter(explode(' ', $m[2]), strlen(...))) && $active === (int) $m[3]);
}

$one = getenv('MODEL_SEED');
$first = $one ? (int) $one : 1;
$last = $one ? $first : (int) (getenv('MODEL_SEQUENCES') ?: 1000);
$played = $lines = 0;
for ($seed = $first; $seed <= $last; $seed++) {
    $model = new Script($seed);
    $world = new World($model);
    play_model($model, $world);
    $real = new Real(new Script($seed));
    $real->script->durations = $model->durations;
    $program = spawn(play(...), $real);
    await($program);
    $problems = $real->broken;
    foreach ($real->destroyed as $r => $times) if ($times !== 1) $problems[] = "$r was destroyed $times times";
    if ($real->live) $problems[] = "$real->live still alive";
    if ($world->tie) {
        // Two deadlines at the same time: the order is nobody's promise.
    } else {
        $played++;
        $lines += count($model->log);
        foreach ($real->script->log + array_fill(0, count($model->log), '(nothing)') as $i => $line) {
            $expected = $model->log[$i] ?? '(nothing)';
            if (!same($expected, $line)) {
                $problems[] = "line $i: the model says \"$expected\", the pool \""
                    . (is_array($line) ? "$line[0], $line[1] idle, active $line[2]" : $line) . '"';
                break;
            }
        }
    }
    if ($one) foreach ($model->log as $i => $line) echo "$line   |   ", json_encode($real->script->log[$i] ?? null), "\n";
    if ($problems) {
        echo "seed $seed: ", implode('; ', array_slice($problems, 0, 3)), "\n";
        if (($failures = ($failures ?? 0) + 1) > 5) break;
    }
    unset($real, $program);
}
echo $played > ($last - $first) * 0.8 && $lines > $played * 20 ? "played\n" : "too little was played: $played, $lines lines\n";
--EXPECT--
played
