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

require __DIR__ . '/../lib/pool_model.php';

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
        // None is parked while a place is free and not reserved. One that is in the run queue is about to leave.
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
        // Two deadlines at the same time: the order is not promised.
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
