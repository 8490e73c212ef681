<?php
/** The model of stress/channel_model: coroutines are generators, the channel its queues. */

/** The model's coroutine. */
final class Actor
{
    public ?Generator $body = null;
    public bool $started = false, $finished = false, $queued = false;
    /** Parked, and nothing has ended the wait yet. */
    public bool $waiting = false;
    public ?string $error = null;
    /** The error is one that no cancellation replaces. */
    public bool $final = false;
    public function __construct(public readonly int $number, public readonly array $script) {}
}

/** A place in one of the model's queues. */
final class Place
{
    public bool $reserved = false, $delivering = false;
    public ?string $value = null;
    public function __construct(public readonly ?Actor $actor, public readonly ?Pending $future = null) {}
}

/** The model's future of recvAsync(). */
final class Pending
{
    public ?string $outcome = null;
    public int $references = 1;
    /** @var list<Actor> */
    public array $waiting = [];
}

final class Model
{
    public array $log = [];
    public array $values = [], $receivers = [], $senders = [];
    public bool $closed = false, $committed = false;
    public ?Place $delivering = null;
    /** @var list<Actor|null> null: main */
    public array $queue = [];
    /** @var array<int, Actor> */
    public array $actors = [];
    public array $futures = [];
    /** Fired tokens, and what waits with which. */
    public array $fired = [], $tokens = [];

    public function __construct(private readonly int $capacity) {}

    // --- the scheduler

    public function start(Actor $actor): void
    {
        $this->actors[$actor->number] = $actor;
        $this->enqueue($actor);
    }

    private function enqueue(Actor $actor): void
    {
        $actor->waiting = false;
        if (!$actor->queued) {
            $actor->queued = true;
            $this->queue[] = $actor;
        }
    }

    /** Main lets all run that are ready now. */
    public function turn(): void
    {
        $this->queue[] = null;
        while (($actor = array_shift($this->queue)) !== null) {
            $actor->queued = false;
            if (!$actor->started) {
                $actor->started = true;
                if ($actor->error !== null) {
                    $actor->finished = true;
                    continue;
                }
                $actor->body = $this->body($actor);
                $actor->body->current();
            } else {
                $error = $actor->error;
                $actor->error = null;
                $actor->final = false;
                $actor->body->send($error);
            }
            $actor->finished = !$actor->body->valid();
        }
    }

    public function cancel(int $number): void
    {
        $actor = $this->actors[$number];
        if (!$actor->finished && !$actor->final) {
            $actor->error = 'cancelled';
            $actor->final = true;
            if ($actor->started) $this->enqueue($actor);
        }
    }

    /** The end of a wait by the channel: beats a cancellation that came before (CM-7). */
    private function fail(Actor $actor): void
    {
        $actor->error = $actor->error === null ? 'end' : 'closed';
        $actor->final = true;
        $this->enqueue($actor);
    }

    public function fire(int $token): void
    {
        if (isset($this->fired[$token])) return;
        $this->fired[$token] = true;
        foreach ($this->tokens[$token] ?? [] as $actor) {
            if ($actor->waiting) {
                $actor->error = 'token';
                $this->enqueue($actor);
            }
        }
    }

    // --- the channel

    private function reserved(array $queue): int
    {
        return count(array_filter($queue, fn($place) => $place->reserved));
    }

    private function freeValue(): bool
    {
        return count($this->values) > $this->reserved($this->receivers);
    }

    private function freePlace(): bool
    {
        return max(1, $this->capacity) - count($this->values) > $this->reserved($this->senders);
    }

    /** The oldest that still waits for what the queue is for. */
    private function next(array $queue): ?Place
    {
        foreach ($queue as $place) {
            if (!$place->reserved && !$place->delivering && ($place->future || $place->actor->waiting)) return $place;
        }
        return null;
    }

    private function put(string $value): bool
    {
        $this->values[] = $value;
        $this->committed = $this->next($this->receivers) !== null;
        $matched = $this->committed;
        $this->serveReceivers();
        return $matched;
    }

    private function serveReceivers(): void
    {
        while ($this->freeValue() && $place = $this->next($this->receivers)) {
            if ($place->future) {
                $this->leave($this->receivers, $place);
                $this->complete($place->future, 'got ' . array_shift($this->values));
                $this->taken();
            } else {
                $place->reserved = true;
                $this->enqueue($place->actor);
            }
        }
    }

    private function serveSenders(): void
    {
        while ($this->freePlace() && $place = $this->next($this->senders)) {
            $place->reserved = true;
            $this->enqueue($place->actor);
        }
    }

    private function take(): string
    {
        $value = array_shift($this->values);
        $this->taken();
        return $value;
    }

    private function taken(): void
    {
        $this->committed = false;
        if ($place = $this->delivering) {
            $this->delivering = null;
            $this->leave($this->senders, $place);
            if ($place->actor->waiting) $this->enqueue($place->actor);
        }
        $this->serveSenders();
    }

    /** The value of a sender whose wait has failed is not received, also before the sender runs again. */
    private function withdrawFailed(): void
    {
        if ($this->delivering && $this->delivering->actor->error !== null) {
            $this->delivering = null;
            $this->values = [];
            $this->serveSenders();
        }
    }

    private function leave(array &$queue, Place $place): void
    {
        $queue = array_values(array_filter($queue, fn($other) => $other !== $place));
    }

    private function complete(Pending $future, string $outcome): void
    {
        if ($future->outcome !== null) return;
        $future->outcome = $outcome;
        foreach ($future->waiting as $actor) if ($actor->waiting) $this->enqueue($actor);
        $future->waiting = [];
    }

    public function close(): void
    {
        if ($this->closed) return;
        $this->closed = true;
        foreach (array_reverse($this->receivers) as $place) {
            if ($place->reserved) continue;
            $this->leave($this->receivers, $place);
            $place->future ? $this->complete($place->future, 'closed') : $this->fail($place->actor);
        }
        if ($this->capacity === 0 && !$this->committed) $this->values = [];
        $this->delivering = null;
        foreach (array_reverse($this->senders) as $place) {
            $this->leave($this->senders, $place);
            $this->fail($place->actor);
        }
    }

    public function sendAsync(string $value): bool
    {
        if ($this->closed || !$this->freePlace()) return false;
        $this->put($value);
        return true;
    }

    public function recvAsync(int $slot): void
    {
        $this->drop($slot);
        $future = new Pending;
        $this->withdrawFailed();
        if ($this->freeValue()) $future->outcome = 'got ' . $this->take();
        elseif ($this->closed) $future->outcome = 'closed';
        else $this->receivers[] = new Place(null, $future);
        $this->futures[$slot] = $future;
    }

    public function drop(int $slot): void
    {
        $future = $this->futures[$slot] ?? null;
        unset($this->futures[$slot]);
        if ($future) $this->release($future);
    }

    private function release(Pending $future): void
    {
        if (--$future->references === 0) $this->withdraw($future);
    }

    private function withdraw(Pending $future): void
    {
        $this->receivers = array_values(array_filter($this->receivers, fn($place) => $place->future !== $future));
    }

    public function cancelFuture(int $slot): void
    {
        $future = $this->futures[$slot] ?? null;
        if ($future && $future->outcome === null) {
            $this->withdraw($future);
            $this->complete($future, 'future cancelled');
        }
    }

    // --- what actors do

    private function body(Actor $actor): Generator
    {
        foreach ($actor->script as $step => [$operation, $argument, $token]) {
            $outcome = yield from match ($operation) {
                'send' => $this->send($actor, $argument, $token),
                'recv' => $this->recv($actor, $token),
                'loop' => $this->loop($actor, $argument, "$actor->number.$step"),
                'yield' => $this->yield($actor),
                'await' => $this->await($actor, $argument),
                'sendAsync' => $this->now(json_encode($this->sendAsync($argument))),
                'recvAsync' => $this->now($this->recvAsync($argument)),
                'close' => $this->now($this->close()),
            };
            if ($outcome === 'end' || $outcome === 'found closed') $outcome = 'closed';
            $this->log[] = "$actor->number.$step $operation: $outcome";
        }
    }

    /** Not a generator of any length: what needs no wait. */
    private function now(?string $outcome): Generator
    {
        return $outcome;
        yield;
    }

    private function yield(Actor $actor): Generator
    {
        $this->enqueue($actor);
        return yield;
    }

    private function park(Actor $actor, array &$queue, Place $place, ?int $token): Generator
    {
        // It may have fired since the operation began: when its first wait was over already.
        if ($token !== null && isset($this->fired[$token])) return 'token';
        $queue[] = $place;
        $actor->waiting = true;
        if ($token !== null) $this->tokens[$token][] = $actor;
        $error = yield;
        $this->leave($queue, $place);
        if ($token !== null) $this->tokens[$token] = array_values(array_filter($this->tokens[$token], fn($a) => $a !== $actor));
        if ($error !== null && $place->reserved) {
            $this->serveReceivers();
            $this->serveSenders();
        }
        return $error;
    }

    private function send(Actor $actor, string $value, ?int $token): Generator
    {
        if ($token !== null && isset($this->fired[$token])) return 'token';
        while (true) {
            if ($this->closed) return 'closed';
            if ($this->freePlace()) break;
            $error = yield from $this->park($actor, $this->senders, new Place($actor), $token);
            if ($error !== null) return $error;
        }
        if ($this->put($value) || $this->capacity > 0) return 'sent';
        $place = new Place($actor);
        $place->delivering = true;
        $this->delivering = $place;
        $error = yield from $this->park($actor, $this->senders, $place, $token);
        if ($this->delivering === $place) {
            // It was not taken.
            $this->delivering = null;
            $this->values = [];
            $this->serveSenders();
        }
        return $error ?? 'sent';
    }

    private function recv(Actor $actor, ?int $token): Generator
    {
        if ($token !== null && isset($this->fired[$token])) return 'token';
        for ($this->withdrawFailed(); !$this->freeValue(); $this->withdrawFailed()) {
            if ($this->closed) return 'found closed';
            $error = yield from $this->park($actor, $this->receivers, new Place($actor), $token);
            if ($error !== null) return $error;
        }
        return 'got ' . $this->take();
    }

    private function loop(Actor $actor, int $count, string $name): Generator
    {
        do {
            $outcome = yield from $this->recv($actor, null);
            if ($outcome === 'end' || $outcome === 'found closed') return 'over';
            if (!str_starts_with($outcome, 'got ')) return $outcome;
            $this->log[] = "$name loop: $outcome";
        } while (--$count > 0);
        return 'broken off';
    }

    private function await(Actor $actor, int $slot): Generator
    {
        $future = $this->futures[$slot] ?? null;
        if (!$future) return 'none';
        $future->references++;
        $error = null;
        if ($future->outcome === null) {
            $future->waiting[] = $actor;
            $actor->waiting = true;
            $error = yield;
            $future->waiting = array_values(array_filter($future->waiting, fn($a) => $a !== $actor));
        }
        $outcome = $error ?? $future->outcome;
        $this->release($future);
        return $outcome;
    }
}
