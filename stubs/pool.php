<?php

/**
 * Pools of resources, and their circuit breaker. See true_async.php for what holds everywhere; "spec" names rules of the
 * specification of the primitives.
 */

namespace Async {
    /**
     * A pool cannot be used: it is closed, or it was not made completely. Also thrown when a built-in factory fails without
     * saying why.
     *
     * Spec primitives PO-6, PO-9, PO-17, PO-23.
     */
    class PoolException extends AsyncException {}

    /**
     * What a circuit breaker lets through.
     *
     * Spec primitives CB-1, CB-2.
     */
    enum CircuitBreakerState
    {
        /** Normal service. */
        case ACTIVE;
        /** Nothing is handed out. */
        case INACTIVE;
        /** Normal service, on trial: what follows is the application's business. */
        case RECOVERING;
    }

    /**
     * Something that can be switched off while what stands behind it does not work.
     *
     * Spec primitives CB-1, CB-2.
     */
    interface CircuitBreaker
    {
        /**
         * Returns the present state.
         *
         * Never suspends, throws nothing. Spec primitives CB-1.
         */
        public function getState(): CircuitBreakerState;

        /**
         * Sets the state ACTIVE, from any state.
         *
         * Never suspends. Spec primitives CB-1.
         */
        public function activate(): void;

        /**
         * Sets the state INACTIVE, from any state. Wakes no waiter: one notices it when woken for another reason.
         *
         * Never suspends. Spec primitives CB-1, CB-3.
         */
        public function deactivate(): void;

        /**
         * Sets the state RECOVERING, from any state.
         *
         * Never suspends. Spec primitives CB-1.
         */
        public function recover(): void;
    }

    /**
     * Told about every release of a pool; decides when to switch its circuit breaker, and does that by itself. Exceptions from
     * it are dropped.
     *
     * Spec primitives CB-4…CB-9.
     */
    interface CircuitBreakerStrategy
    {
        /**
         * A resource came back and was found good, also by a pool that is closed.
         *
         * May suspend. Spec primitives CB-5, CB-9.
         *
         * @param mixed $source the Pool, or null for a pool that has no PHP object
         */
        public function reportSuccess(mixed $source): void;

        /**
         * A resource came back and was rejected by `beforeRelease`.
         *
         * May suspend. Spec primitives CB-6, CB-9.
         *
         * @param mixed $source the Pool, or null for a pool that has no PHP object
         * @param \Throwable $error a plain `Exception` "Resource validation failed"
         */
        public function reportFailure(mixed $source, \Throwable $error): void;

        /**
         * Returns whether service may be tried again. Pools never ask; it is for the application.
         *
         * May suspend. Spec primitives CB-8.
         */
        public function shouldRecover(): bool;
    }

    /**
     * A bounded set of resources (connections, as a rule) that coroutines borrow and give back. Not cloneable, not
     * serializable.
     *
     * A resource is *idle*, or *active*: handed out, being made, or inside a hook. Together they never exceed `$max`. A
     * caller that finds nothing waits, first come, first served; a place that became free for a waiter is kept for it. The
     * destruction of the object closes the pool.
     *
     * Hooks, factory, destructor and strategy may suspend and may use the pool. One that throws because its coroutine was
     * cancelled, or calls `exit`, has rejected the resource, and the call that ran it throws on.
     *
     * Spec primitives chapter 5.
     */
    final class Pool implements \Countable, CircuitBreaker
    {
        /**
         * Makes a pool with `$min` idle resources, made one after the other.
         *
         * May suspend in the factory. Spec primitives PO-1…PO-4, PO-28.
         *
         * @param callable $factory `fn(): mixed` makes a resource, any value
         * @param ?callable $destructor `fn(mixed $resource): void` is called once with every resource that the pool destroys
         * @param ?callable $healthcheck `fn(mixed $resource): bool` looks at idle resources; `false` or an exception: destroyed
         * @param ?callable $beforeAcquire `fn(mixed $resource): bool` looks at an idle resource before it is handed out;
         *                                 `false` or an exception: destroyed, the next one is tried
         * @param ?callable $beforeRelease `fn(mixed $resource): bool` looks at a resource that comes back; `false` or an
         *                                 exception: destroyed
         * @param int $min resources to begin with, and below which the health check makes new ones, 0 to `$max`
         * @param int $max most resources at the same time, at least 1
         * @param int $healthcheckInterval milliseconds between two health checks, 0 for none; they keep no script alive
         * @throws \ValueError if a number is out of its range
         * @throws \Throwable what the factory threw; the resources made so far are destroyed
         */
        public function __construct(
            callable $factory,
            ?callable $destructor = null,
            ?callable $healthcheck = null,
            ?callable $beforeAcquire = null,
            ?callable $beforeRelease = null,
            int $min = 0,
            int $max = 10,
            int $healthcheckInterval = 0,
        ) {}

        /**
         * Returns a resource: the one that has been idle longest, a new one while there are fewer than the maximum, or the
         * first one that becomes free.
         *
         * May suspend. Spec primitives PO-6…PO-15, PO-17, CM-3.
         *
         * @param int $timeout milliseconds that each wait for others may take, 0 or less for no limit; time in the factory and
         *                     in hooks does not count
         * @throws PoolException if the pool is closed, also while waiting
         * @throws ServiceUnavailableException if the circuit breaker is INACTIVE
         * @throws TimeoutException if the time is over
         * @throws \Throwable what the factory, or a destructor of a rejected resource, threw; a cancellation
         */
        public function acquire(int $timeout = 0): mixed {}

        /**
         * Returns a resource if that needs no wait for others, otherwise null: also if the pool is closed or INACTIVE.
         *
         * May suspend in `beforeAcquire` and in the factory only. Spec primitives PO-16, PO-17, CM-4.
         *
         * @throws \Throwable what the factory, or a destructor of a rejected resource, threw
         */
        public function tryAcquire(): mixed {}

        /**
         * Gives a resource back: it becomes idle, or is destroyed if it is rejected or the pool is closed. Wakes a waiter
         * longest. The caller's variable keeps its value. Once per acquired resource; the pool does not check that.
         *
         * May suspend in `beforeRelease`, strategy and destructor only. Spec primitives PO-17…PO-22, CB-5, CB-6.
         *
         * @param mixed $resource what acquire() or tryAcquire() returned
         * @throws PoolException if the pool's constructor did not finish
         * @throws \Throwable what the destructor threw
         */
        public function release(mixed $resource): void {}

        /**
         * Closes the pool, once: all waiters get a PoolException, idle resources are destroyed, the others when they
         * are released.
         *
         * May suspend in the destructor only. Spec primitives PO-23…PO-25.
         *
         * @throws \Throwable the last exception of a destructor, earlier ones as previous
         */
        public function close(): void {}

        /**
         * Returns whether the pool is closed, or was never made completely.
         *
         * Never suspends, throws nothing. Spec primitives PO-17, PO-23.
         */
        public function isClosed(): bool {}

        /**
         * Returns how many resources there are, idle and active.
         *
         * Never suspends, throws nothing. Spec primitives PO-5, PO-7.
         */
        public function count(): int {}

        /**
         * Returns how many resources are idle.
         *
         * Never suspends, throws nothing. Spec primitives PO-5, PO-22.
         */
        public function idleCount(): int {}

        /**
         * Returns how many resources are handed out, being made, or inside a hook.
         *
         * Never suspends, throws nothing. Spec primitives PO-5, PO-7.
         */
        public function activeCount(): int {}

        /**
         * Replaces the strategy, and calls nothing.
         *
         * Never suspends. Spec primitives CB-4.
         *
         * @param ?CircuitBreakerStrategy $strategy told about every release; null for none
         */
        public function setCircuitBreakerStrategy(?CircuitBreakerStrategy $strategy): void {}

        /**
         * Returns the state of the circuit breaker, ACTIVE for a new pool.
         *
         * Never suspends, throws nothing. Spec primitives CB-1.
         */
        public function getState(): CircuitBreakerState {}

        /**
         * Sets the state ACTIVE: normal service.
         *
         * Never suspends. Spec primitives CB-1, CB-2.
         */
        public function activate(): void {}

        /**
         * Sets the state INACTIVE: acquire() throws, tryAcquire() returns null, whatever is idle. Wakes no waiter.
         *
         * Never suspends. Spec primitives CB-1…CB-3.
         */
        public function deactivate(): void {}

        /**
         * Sets the state RECOVERING: normal service.
         *
         * Never suspends. Spec primitives CB-1, CB-2.
         */
        public function recover(): void {}
    }
}
