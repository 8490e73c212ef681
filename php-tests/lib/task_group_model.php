<?php
/**
 * A simple model of TaskGroup and TaskSet, on a run queue of its own, and random programs that are run on the model and on
 * the real thing. A program is data: a list of operations for each of some actors. Both runs write a log of
 * everything that the program can see, in order; equal logs mean equal behaviour, order included (first in, first out).
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
        // What it refers to goes before anybody is told.
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
    /** Who settles it. */
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
                        throw new AsyncException(is_string($key) ? "Duplicate key \"$key\" in TaskGroup" : "Duplicate key $key in TaskGroup");
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

    /** Nobody has the future any more, or it was completed by somebody else. */
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

/** A random program for some actors; main closes the group at some point, so that nobody waits for ever. */
function program(int $seed): array
{
    mt_srand($seed);
    $pick = fn(array $of) => $of[mt_rand(0, count($of) - 1)];
    $number = 0;
    $task = function (int $depth) use (&$task, &$number, $pick): array {
        $task_steps = [];
        for ($i = mt_rand(0, 3); $i > 0; $i--) {
            $task_steps[] = mt_rand(0, 9) || $depth > 1
                ? ['suspend', mt_rand(1, 3)]
                : $pick([['close'], ['cancel'], ['dispose'], ['look'], ['spawn', null, $task($depth + 1)]]);
        }
        return ['number' => $number++, 'steps' => $task_steps, 'fails' => mt_rand(0, 3) === 0, 'catches' => mt_rand(0, 4) === 0];
    };
    $set = mt_rand(0, 1) === 1;
    $operation = function (int $actors) use ($task, $pick, $set): array {
        return match (mt_rand(0, 19)) {
            0, 1, 2, 3, 4, 5 => ['spawn', $pick([null, null, null, 'a', 'b', 1, 7]), $task(0)],
            6, 7, 8 => ['suspend', mt_rand(1, 4)],
            9, 10, 11 => ['future', $pick(['all', 'race', 'race', 'any']), mt_rand(0, 1) === 1, $pick(['await', 'await', 'drop', 'cancel', 'keep'])],
            12 => ['look'],
            13 => [$set ? 'look' : $pick(['results', 'errors', 'suppress'])],
            14, 15 => ['foreach', mt_rand(0, 3), mt_rand(0, 1)],
            16 => [$pick(['awaitCompletion', 'awaitObject'])],
            17 => ['finally', mt_rand(0, 2)],
            18 => ['cancelActor', mt_rand(0, $actors - 1)],
            19 => [$pick(['close', 'cancel', 'dispose', 'dispose', 'drop'])],
        };
    };
    $actors = mt_rand(2, 5);
    $lists = [];
    for ($i = 0; $i < $actors; $i++) {
        for ($n = mt_rand(2, 9); $n > 0; $n--) $lists[$i][] = $operation($actors);
    }
    [$concurrency, $limit] = $pick([[0, 0], [1, 0], [1, 1], [1, 2], [2, 1], [2, 0], [3, 4]]);
    return ['set' => $set, 'concurrency' => $concurrency, 'limit' => $limit, 'actors' => $lists, 'close' => mt_rand(5, 30)];
}

/** Runs a program on the model; returns its log. */
function run_model(array $program): array
{
    $log = [];
    $s = new Scheduler;
    $offer = function (array $errors) use (&$log, $s): void {
        $s->spawn((function () use (&$log, $errors) { $log[] = 'offered ' . show(array_map(describe(...), $errors)); return; yield; })());
    };
    $actors = [];
    $alive = function () use (&$actors) { return count(array_filter($actors, fn($a) => !$a->ended)); };

    $body = function (array $task, Group $g) use (&$perform, &$log, $s): \Closure {
        $weak = \WeakReference::create($g);
        return function () use ($task, $weak, &$perform, &$log, $s): \Generator {
            $log[] = "task {$task['number']} begins";
            foreach ($task['steps'] as $step) {
                try {
                    if ($step[0] === 'suspend') {
                        for ($i = 0; $i < $step[1]; $i++) yield from $s->suspend();
                    } else {
                        $g = $weak->get();
                        $log[] = "task {$task['number']} $step[0]: " . yield from $perform($step, $g);
                        $g = null;
                    }
                } catch (AsyncCancellation | AsyncException $e) {
                    $g = null;
                    $log[] = "task {$task['number']}: " . describe($e);
                    if (!$task['catches'] && $e instanceof AsyncCancellation) throw $e;
                }
            }
            return $task['fails'] ? throw new \Exception("failure {$task['number']}") : $task['number'];
        };
    };
    $perform = function (array $op, Group $g, ?array &$kept = null) use (&$log, &$actors, $body, $s): \Generator {
        switch ($op[0]) {
            case 'spawn': yield from $g->spawn($op[1], $body($op[2], $g)); return 'spawned';
            case 'suspend': for ($i = 0; $i < $op[1]; $i++) yield from $s->suspend(); return 'done';
            case 'look': return show([$g->count(), $g->isFinished(), $g->isClosed()]);
            case 'results': return show($g->results());
            case 'errors': return show($g->errors());
            case 'suppress': $g->suppressErrors(); return 'done';
            case 'close': $g->close(); return 'done';
            case 'cancel': $g->cancel(); return 'done';
            case 'dispose': $g->dispose(); return 'done';
            case 'awaitCompletion': yield from $g->await(true); return 'done';
            case 'awaitObject': yield from $g->await(false); return 'done';
            case 'finally':
                yield from $g->finally(function () use ($op, &$log, $s) {
                    $log[] = 'handler begins';
                    for ($i = 0; $i < $op[1]; $i++) yield from $s->suspend();
                    $log[] = 'handler ends';
                });
                return 'done';
            case 'cancelActor': if (isset($actors[$op[1]])) $s->cancel($actors[$op[1]], 'by an actor'); return 'done';
            case 'foreach':
                $left = $op[1];
                yield from $g->each(function ($key, $state, $value) use (&$log, &$left, $op, $s) {
                    $log[] = "entry $key: " . ($state === 'success' ? show($value) : describe($value));
                    for ($i = 0; $i < $op[2]; $i++) yield from $s->suspend();
                    return $left-- > 0;
                });
                return 'left';
            case 'future':
                $f = $g->future($op[1], $op[2]);
                if ($op[3] === 'await') {
                    // Cancelled, the caller has no use for it any more.
                    try { return show(yield from $f->await()); } finally { $f->forget(); }
                }
                if ($op[3] === 'keep') { $kept[] = $f; return 'kept'; }
                $g->forget($f);
                if ($op[3] === 'drop') return 'dropped';
                $f->settle('error', new AsyncCancellation('Future has been cancelled'));
                return show(yield from $f->await());
        }
    };
    $act = function (string $name, array $list, Group $g) use ($perform, &$log): \Generator {
        $kept = [];
        foreach ($list as $op) {
            if ($op[0] === 'drop') { $g = null; $log[] = "$name drops"; break; }
            try { $log[] = "$name $op[0]: " . yield from $perform($op, $g, $kept); } catch (\Throwable $e) { $log[] = "$name $op[0]: " . describe($e); }
        }
        $g = null;
        foreach ($kept as $f) {
            try { $log[] = "$name kept: " . show(yield from $f->await()); } catch (\Throwable $e) { $log[] = "$name kept: " . describe($e); }
        }
        foreach ($kept as $f) $f->forget();
    };
    $main = function () use ($program, $s, $offer, $act, &$actors, $alive, &$log): \Generator {
        $g = new Group($s, $program['set'], $program['concurrency'], $program['limit'], $offer);
        foreach ($program['actors'] as $i => $list) {
            $actors[] = $s->spawn($act("actor $i", $list, $g));
        }
        for ($i = 0; $i < $program['close']; $i++) yield from $s->suspend();
        $g->close();
        $weak = \WeakReference::create($g);
        $g = null;
        for ($i = 0; $i < 500 && ($alive() > 0 || $weak->get()); $i++) yield from $s->suspend();
        for ($i = 0; $i < 5; $i++) yield from $s->suspend();
        $log[] = $alive() . ' left, group ' . ($weak->get() ? 'left' : 'gone');
    };
    $s->run($main());
    return $log;
}

/** Runs a program on the real thing; returns its log. */
function run_real(array $program): array
{
    $log = [];
    $actors = [];
    $alive = function () use (&$actors) { return count(array_filter($actors, fn($a) => !$a->isCompleted())); };
    $scope = new \Async\Scope;
    $scope->setExceptionHandler(function ($s, $c, $e) use (&$log) { $log[] = 'offered ' . show(array_map(describe(...), $e->getExceptions())); });

    $body = function (array $task, object $g) use (&$perform, &$log): \Closure {
        $weak = \WeakReference::create($g);
        return function () use ($task, $weak, &$perform, &$log): int {
            $log[] = "task {$task['number']} begins";
            foreach ($task['steps'] as $step) {
                try {
                    if ($step[0] === 'suspend') {
                        for ($i = 0; $i < $step[1]; $i++) \Async\suspend();
                    } else {
                        $g = $weak->get();
                        $log[] = "task {$task['number']} $step[0]: " . $perform($step, $g);
                        $g = null;
                    }
                } catch (AsyncCancellation | AsyncException $e) {
                    $g = null;
                    $log[] = "task {$task['number']}: " . describe($e);
                    if (!$task['catches'] && $e instanceof AsyncCancellation) throw $e;
                }
            }
            return $task['fails'] ? throw new \Exception("failure {$task['number']}") : $task['number'];
        };
    };
    $set = $program['set'];
    $perform = function (array $op, object $g, ?array &$kept = null) use (&$log, &$actors, $body, $set): string {
        switch ($op[0]) {
            case 'spawn': $op[1] === null ? $g->spawn($body($op[2], $g)) : $g->spawnWithKey($op[1], $body($op[2], $g)); return 'spawned';
            case 'suspend': for ($i = 0; $i < $op[1]; $i++) \Async\suspend(); return 'done';
            case 'look': return show([count($g), $g->isFinished(), $g->isClosed()]);
            case 'results': return $set ? throw new \LogicException : show($g->getResults());
            case 'errors': return show(array_map(describe(...), $g->getErrors()));
            case 'suppress': $g->suppressErrors(); return 'done';
            case 'close': $g->close(); return 'done';
            case 'cancel': $g->cancel(); return 'done';
            case 'dispose': $g->dispose(); return 'done';
            case 'awaitCompletion': $g->awaitCompletion(); return 'done';
            case 'awaitObject': \Async\await_all([$g]); return 'done';
            case 'finally':
                $g->finally(function () use ($op, &$log) {
                    $log[] = 'handler begins';
                    for ($i = 0; $i < $op[1]; $i++) \Async\suspend();
                    $log[] = 'handler ends';
                });
                return 'done';
            case 'cancelActor': if (isset($actors[$op[1]])) $actors[$op[1]]->cancel(new AsyncCancellation('by an actor')); return 'done';
            case 'foreach':
                $left = $op[1];
                foreach ($g as $key => [$value, $error]) {
                    $log[] = "entry $key: " . ($error === null ? show($value) : describe($error));
                    for ($i = 0; $i < $op[2]; $i++) \Async\suspend();
                    if ($left-- <= 0) break;
                }
                return 'left';
            case 'future':
                $f = match ($op[1]) {
                    'all' => $set ? $g->joinAll($op[2]) : $g->all($op[2]),
                    'race' => $set ? $g->joinNext() : $g->race(),
                    'any' => $set ? $g->joinAny() : $g->any(),
                };
                $f->ignore();
                if ($op[3] === 'await') return show($f->await());
                if ($op[3] === 'keep') { $kept[] = $f; return 'kept'; }
                if ($op[3] === 'drop') return 'dropped';
                $f->cancel();
                return show($f->await());
        }
    };
    $act = function (string $name, array $list, object $box) use ($perform, &$log): void {
        [$g, $box->group, $kept] = [$box->group, null, []];
        foreach ($list as $op) {
            if ($op[0] === 'drop') { $g = null; $log[] = "$name drops"; break; }
            try { $log[] = "$name $op[0]: " . $perform($op, $g, $kept); } catch (\Throwable $e) { $log[] = "$name $op[0]: " . describe($e); }
        }
        $g = null;
        foreach ($kept as $f) {
            try { $log[] = "$name kept: " . show($f->await()); } catch (\Throwable $e) { $log[] = "$name kept: " . describe($e); }
        }
    };
    $class = $set ? \Async\TaskSet::class : \Async\TaskGroup::class;
    $g = \Async\await($scope->spawn(fn() => new $class($program['concurrency'], $program['limit'])));
    foreach ($program['actors'] as $i => $list) {
        // In a box, so that an actor can let go of it.
        $actors[] = \Async\spawn($act, "actor $i", $list, (object) ['group' => $g]);
    }
    for ($i = 0; $i < $program['close']; $i++) \Async\suspend();
    $g->close();
    $weak = \WeakReference::create($g);
    $g = null;
    for ($i = 0; $i < 500 && ($alive() > 0 || $weak->get()); $i++) \Async\suspend();
    for ($i = 0; $i < 5; $i++) \Async\suspend();
    $log[] = $alive() . ' left, group ' . ($weak->get() ? 'left' : 'gone');
    return $log;
}
