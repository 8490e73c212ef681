<?php
/** The model of stress/pool_model: coroutines are generators, the scheduler a queue and timers, the pool a few lines each. */

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

/** A first in, first out scheduler, and a clock that goes on when nothing can run. */
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

    /** An odd deadline that nothing else has. */
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
