<?php
/**
 * A simple model of TaskGroup and TaskSet, on a run queue of its own, first in, first out. A coroutine is a generator that
 * yields whenever it leaves the processor; everything else is as short as it can be said. For task_group_programs.php.
 */
namespace TaskGroupModel;

use Async\AsyncCancellation;
use Async\AsyncException;
use Async\CompositeException;

/** What a coroutine is thrown, or ends with, in the log. */
function describe(\Throwable $e): string
{
    $parts = $e instanceof Composite ? $e->parts : ($e instanceof CompositeException ? $e->getExceptions() : null);
    return $parts === null ? $e->getMessage() : '[' . implode(', ', array_map(describe(...), $parts)) . ']';
}

function show(mixed $value): string
{
    return json_encode($value, JSON_THROW_ON_ERROR);
}

final class Composite extends \Exception
{
    public function __construct(public readonly array $parts) { parent::__construct(''); }
}

/** A coroutine of the model: a generator that yields whenever it leaves the processor. */
final class Coroutine
{
    public bool $started = false, $ended = false, $queued = false;
    public ?\Throwable $error = null, $stored = null;
    /** Takes it out of what it waits for; null while it does not wait. */
    public ?\Closure $leave = null;
    /** Called with its result or exception. */
    public ?\Closure $finished = null;

    public function __construct(public ?\Generator $body) {}
}

final class Scheduler
{
    public ?Coroutine $current = null;
    private array $queue = [];

    public function spawn(\Generator $body, ?\Closure $finished = null): Coroutine
    {
        $new = new Coroutine($body);
        $new->finished = $finished;
        $this->push($new);
        return $new;
    }

    public function push(Coroutine $c): void
    {
        if (!$c->queued) {
            $c->queued = true;
            $this->queue[] = $c;
        }
    }

    /** Ends a wait. False if it has ended otherwise. */
    public function wake(Coroutine $c): bool
    {
        if ($c->leave === null) return false;
        $c->leave = null;
        $this->push($c);
        return true;
    }

    public function suspend(): \Generator
    {
        $this->push($this->current);
        yield;
    }

    public function park(\Closure $leave): \Generator
    {
        $this->current->leave = $leave;
        yield;
    }

    public function cancel(Coroutine $c, string $reason): void
    {
        if ($c->ended) return;
        if ($c === $this->current) {
            $c->stored ??= new AsyncCancellation($reason);
            return;
        }
        $c->error ??= new AsyncCancellation($reason);
        if ($c->leave !== null) {
            [$leave, $c->leave] = [$c->leave, null];
            $leave();
            $this->push($c);
        }
    }

    public function run(\Generator $main): void
    {
        $this->push(new Coroutine($main));
        while ($this->queue) {
            $c = array_shift($this->queue);
            $c->queued = false;
            $this->step($c);
        }
    }

    private function step(Coroutine $c): void
    {
        $this->current = $c;
        [$error, $c->error] = [$c->error, null];
        $result = null;
        try {
            if (!$c->started) {
                $c->started = true;
                $error === null ? $c->body->current() : throw $error;
            } else {
                $error === null ? $c->body->next() : $c->body->throw($error);
            }
            if ($c->body->valid()) return;
            $result = $c->body->getReturn();
            $error = null;
        } catch (\Throwable $e) {
            $error = $e;
        }
        $c->ended = true;
        // What it refers to goes before its waiters are told.
        $c->body = null;
        [$finished, $c->finished] = [$c->finished, null];
        if ($finished) $finished($result, $error ?? $c->stored);
        $finished = null;
        $this->current = null;
    }
}

final class Future
{
    public ?string $state = null;
    public mixed $value = null;
    /** What settles it. */
    public ?\WeakReference $group = null;
    private array $waiters = [];

    public function __construct(private Scheduler $scheduler) {}

    public function forget(): void { $this->group?->get()?->forget($this); }

    public function settle(string $state, mixed $value): void
    {
        if ($this->state !== null) return;
        [$this->state, $this->value] = [$state, $value];
        foreach ($this->waiters as $waiter) $this->scheduler->wake($waiter);
        $this->waiters = [];
    }

    public function await(): \Generator
    {
        if ($this->state === null) {
            $me = $this->scheduler->current;
            $this->waiters[spl_object_id($me)] = $me;
            yield from $this->scheduler->park(function () use ($me) { unset($this->waiters[spl_object_id($me)]); });
        }
        return $this->state === 'value' ? $this->value : throw $this->value;
    }
}

final class Entry
{
    public string $state = 'pending';
    public mixed $value = null;
    public function __construct(public int|string $key, public ?\Closure $task) {}
    public function settled(): bool { return $this->state === 'success' || $this->state === 'failure'; }
}

/** A caller of spawn() that waits, or was woken and has not run yet. */
final class Spawner
{
    public bool $reserved = false;
    public function __construct(public Coroutine $coroutine) {}
}

final class Group
{
    private array $entries = [];
    private int $running = 0, $next = 0;
    private bool $closed = false, $completed = false, $handled = false;
    private bool $scopeCancelled = false, $scopeClosed = false;
    /** Running tasks in the order of their start. */
    private array $tasks = [];
    private array $spawners = [], $iterators = [], $awaiters = [], $futures = [], $finally = [];
    private ?Group $self = null;
    private ?Coroutine $handlers = null;

    public function __construct(
        private Scheduler $scheduler, private bool $isSet, private int $concurrency, private int $limit, private \Closure $offer,
    ) {}

    /** TG-32 */
    public function __destruct()
    {
        $errors = $this->pick('failure');
        if ($errors && !$this->handled) ($this->offer)(array_values(array_map(fn($e) => $e->value, $errors)));
    }

    private function pick(string ...$states): array
    {
        return array_filter($this->entries, fn(Entry $e) => in_array($e->state, $states, true));
    }

    private function pending(): int { return count($this->pick('pending')); }
    private function hasSlot(): bool { return $this->concurrency === 0 || $this->running < $this->concurrency; }
    private function hasRoom(): bool { return $this->limit === 0 || $this->pending() < $this->limit; }

    public function isFinished(): bool { return $this->running === 0 && $this->pending() === 0; }
    public function isClosed(): bool { return $this->closed; }
    public function count(): int { return count($this->entries); }
    public function results(): array { return $this->outcomes('success'); }
    public function errors(): array { $this->handled = true; return array_map(describe(...), $this->outcomes('failure')); }
    public function suppressErrors(): void { $this->handled = true; }

    private function outcomes(string $state): array
    {
        $all = [];
        foreach ($this->pick($state) as $e) $all[$e->key] = $e->value;
        return $all;
    }

    public function spawn(int|string|null $key, \Closure $task): \Generator
    {
        $key ??= $this->next++;
        $waiting = null;
        try {
            while (true) {
                if ($this->closed) throw new AsyncException('Cannot spawn tasks on a closed TaskGroup');
                foreach ($this->entries as $e) {
                    if ($e->key === $key) {
                        throw new AsyncException('Duplicate key ' . (is_string($key) ? "\"$key\"" : $key) . ' in TaskGroup');
                    }
                }
                if ($this->hasSlot() || $this->hasRoom()) break;
                $first = $waiting === null;
                $waiting ??= new Spawner($this->scheduler->current);
                $waiting->reserved = false;
                if ($first) {
                    $this->spawners[] = $waiting;
                } else {
                    // Before all that have no reservation.
                    $this->spawners = [
                        ...array_filter($this->spawners, fn($s) => $s->reserved),
                        $waiting,
                        ...array_filter($this->spawners, fn($s) => !$s->reserved),
                    ];
                }
                try {
                    yield from $this->scheduler->park(fn() => null);
                } finally {
                    $this->spawners = array_values(array_filter($this->spawners, fn($s) => $s !== $waiting));
                }
            }
            if ($this->hasSlot()) {
                if ($this->scopeClosed) throw new AsyncException('Cannot spawn a coroutine in a closed scope');
                $this->start($this->entries[] = new Entry($key, $task));
            } else {
                $this->entries[] = new Entry($key, $task);
            }
        } finally {
            if ($waiting) $this->wakeSpawners();
        }
    }

    private function start(Entry $entry): void
    {
        $entry->state = 'running';
        $this->running++;
        $this->self = $this;
        [$task, $entry->task] = [$entry->task, null];
        $this->tasks[] = $this->scheduler->spawn($task(), fn(mixed $result, ?\Throwable $error) => $this->ended($entry, $result, $error));
    }

    private function wakeSpawners(bool $all = false): void
    {
        $room = max(0, $this->concurrency - $this->running) + max(0, $this->limit - $this->pending());
        foreach ($this->spawners as $spawner) {
            $reserved = count(array_filter($this->spawners, fn($s) => $s->reserved));
            if ($spawner->reserved || !$all && $reserved >= $room) continue;
            if ($this->scheduler->wake($spawner->coroutine)) $spawner->reserved = true;
        }
    }

    private function wakeIterators(?Entry $entry, bool $all = false): void
    {
        foreach ($this->iterators as $key => [$iterator, $awaited]) {
            if ($all || $awaited === null || $awaited === $entry) {
                unset($this->iterators[$key]);
                $this->scheduler->wake($iterator);
            }
        }
    }

    /** TG-20 */
    private function ended(Entry $entry, mixed $result, ?\Throwable $error): void
    {
        [$entry->state, $entry->value] = $error === null ? ['success', $result] : ['failure', $error];
        if ($error) $this->handled = false;
        $this->running--;
        $this->tasks = array_values(array_filter($this->tasks, fn($t) => !$t->ended));
        foreach ($this->pick('pending') as $next) {
            if (!$this->hasSlot()) break;
            $this->start($next);
            $this->wakeSpawners();
        }
        $this->announce($entry);
        if ($this->isFinished()) {
            $all = false;
            foreach (['all', 'any', 'race'] as $kind) {
                foreach ($this->futures as $key => [$future, $of, $ignore]) {
                    if ($of !== $kind) continue;
                    unset($this->futures[$key]);
                    $all = $all || $kind === 'all';
                    $this->settle($future, $kind, $ignore);
                }
            }
            if ($all && $this->isSet) $this->entries = [];
            foreach ($this->awaiters as $awaiter) $this->scheduler->wake($awaiter);
            $this->awaiters = [];
            if ($this->closed) $this->complete();
            if ($this->scopeCancelled && !$this->handlers) $this->scopeClosed = true;
        }
        if ($this->running === 0) $this->self = null;
    }

    private function announce(Entry $entry): void
    {
        foreach ($this->futures as $key => [$future, $kind]) {
            if ($kind !== 'race' && !($kind === 'any' && $entry->state === 'success')) continue;
            unset($this->futures[$key]);
            $this->deliver($entry, $future);
            if ($this->isSet) break;
        }
        $this->wakeIterators($entry);
    }

    private function deliver(Entry $entry, Future $future): void
    {
        $future->settle($entry->state === 'success' ? 'value' : 'error', $entry->value);
        if ($this->isSet) $this->entries = array_values(array_filter($this->entries, fn($e) => $e !== $entry));
    }

    private function settle(Future $future, string $kind, bool $ignore): void
    {
        $errors = $this->pick('failure');
        if ($kind === 'race') {
            $future->settle('error', new AsyncException('Cannot race on an empty TaskGroup'));
        } elseif ($kind === 'any' || $errors && !$ignore) {
            $future->settle('error', new Composite(array_values(array_map(fn($e) => $e->value, $errors))));
        } else {
            $future->settle('value', $this->results());
        }
    }

    public function future(string $kind, bool $ignore): Future
    {
        if ($kind === 'race' && !$this->entries) throw new AsyncException('Cannot race on an empty TaskGroup');
        if ($kind === 'any' && !$this->entries) throw new AsyncException('Cannot call any() on an empty TaskGroup');
        $future = new Future($this->scheduler);
        $entry = match ($kind) { 'race' => $this->pick('success', 'failure'), 'any' => $this->pick('success'), 'all' => [] };
        if ($entry) {
            $this->deliver(reset($entry), $future);
        } elseif ($kind !== 'race' && $this->isFinished()) {
            $this->settle($future, $kind, $ignore);
            if ($kind === 'all' && $this->isSet) $this->entries = [];
        } else {
            $this->futures[] = [$future, $kind, $ignore];
            $future->group = \WeakReference::create($this);
        }
        return $future;
    }

    /** The future is not held any more, or it was completed from elsewhere. */
    public function forget(Future $future): void
    {
        $this->futures = array_filter($this->futures, fn($f) => $f[0] !== $future);
    }

    public function close(): void
    {
        if ($this->closed) return;
        $this->closed = true;
        $this->wakeSpawners(true);
        $this->wakeIterators(null, true);
        if ($this->isFinished()) $this->complete();
    }

    public function cancel(): void
    {
        if ($this->closed) return;
        $this->handled = true;
        $this->entries = array_values(array_filter($this->entries, fn($e) => $e->state !== 'pending'));
        $this->close();
        if ($this->running > 0) $this->cancelScope('TaskGroup cancelled');
    }

    public function dispose(): void
    {
        if ($this->scopeClosed) return;
        if ($this->running > 0) {
            $this->cancelScope('Scope is being disposed due to TaskGroup disposal');
        } elseif (!$this->handlers || $this->handlers->ended) {
            $this->scopeClosed = true;
        }
        // Their scope is a child of the group's, which is cancelled once; before they begin they are spared.
        [$handlers, $this->handlers] = [$this->handlers, null];
        if ($handlers?->started) $this->scheduler->cancel($handlers, 'disposed');
    }

    private function cancelScope(string $reason): void
    {
        $this->scopeCancelled = true;
        foreach ($this->tasks as $task) $this->scheduler->cancel($task, $reason);
    }

    private function complete(): void
    {
        if ($this->completed) return;
        $this->completed = true;
        if ($this->finally) {
            $this->handlers = $this->scheduler->spawn((function () {
                foreach ($this->finally as $handler) {
                    try { yield from $handler(); } catch (AsyncCancellation) {}
                }
            })());
        }
    }

    public function finally(\Closure $handler): \Generator
    {
        if ($this->completed) {
            yield from $handler();
        } else {
            $this->finally[] = $handler;
        }
    }

    /** awaitCompletion(), or the group in await_all(). */
    public function await(bool $closed): \Generator
    {
        if ($closed && !$this->closed) throw new AsyncException('TaskGroup must be closed before calling awaitCompletion()');
        if ($this->isFinished()) return;
        $me = $this->scheduler->current;
        $this->awaiters[spl_object_id($me)] = $me;
        yield from $this->scheduler->park(function () use ($me) { unset($this->awaiters[spl_object_id($me)]); });
    }

    /** Calls the body for every entry until it returns false. */
    public function each(\Closure $body): \Generator
    {
        $this->handled = true;
        $last = null;
        while (true) {
            $at = $this->isSet || $last === null ? 0 : array_search($last, $this->entries, true) + 1;
            $entry = array_values($this->entries)[$at] ?? null;
            if ($entry === null ? $this->closed && $this->isFinished() : $entry->settled()) {
                if ($entry === null) return;
                $last = $entry;
                if ($this->isSet) $this->entries = array_values(array_filter($this->entries, fn($e) => $e !== $entry));
                $more = yield from $body($entry->key, $entry->state, $entry->value);
                if (!$more) return;
                continue;
            }
            $me = $this->scheduler->current;
            $this->iterators[spl_object_id($me)] = [$me, $entry];
            yield from $this->scheduler->park(function () use ($me) { unset($this->iterators[spl_object_id($me)]); });
        }
    }
}
