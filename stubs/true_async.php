<?php

/**
 * Stubs of the extension true_async, for IDEs and static analysers: everything that it offers to PHP code, without
 * bodies. Never load this file in a program: the extension itself defines all of it.
 *
 * "Spec" names the rules of the core specification that a declaration implements. Two things hold everywhere:
 * - A value of a wrong type throws a \TypeError, a wrong number of arguments an \ArgumentCountError (spec core MO-6).
 * - "May suspend" means that other coroutines run before the call returns. Such a call can end with the cancellation of
 *   the calling coroutine, see Coroutine::cancel(), and throws AsyncException where no coroutine can be suspended: inside
 *   an output callback, while a file is being compiled, in the event loop's own callbacks.
 * The first call that needs the scheduler starts it. That fails, with an AsyncException, past the end of the request
 * (spec core SD-10…SD-14).
 *
 * INI settings: async.debug_deadlock (boolean, default 1, changeable at run time: whether a deadlock prints its report,
 * spec core MO-3); in php.ini only: async.gates (empty by default; `-module,…`: objects and resources of these
 * extensions may be used by several coroutines at once while a call on them waits, spec io FW-2), async.io (boolean,
 * default 1: whether blocking C functions suspend the coroutine), async.io_objects and async.io_slice_ms (adjust that),
 * async.io_trace (boolean, default 0: phpinfo() shows how many of these calls of each kind coroutines have made since the
 * process started), async.io_modules_blocking (modules, separated by commas, whose functions
 * are never left in the middle: blocking calls block there, and suspending throws; by default session, FFI and others
 * that need it, spec io FW-4), async.unguarded_stacks (boolean, default 0: on kernels before 6.13, coroutines beyond
 * what vm.max_map_count allows start on stacks without a guard instead of failing to start). PHP's own fiber.stack_size
 * sets the C stack of coroutines. For debugging, read when a request first uses the API: async.sim_seed (integer,
 * default 0: with any other number everything that the rules leave open, as which coroutine runs next and how much a read returns,
 * is decided by that seed, the same in every run) and async.sim_time (integer, default 0; 1: when every coroutine
 * waits, the clock jumps to the next deadline, unless a coroutine waits for a descriptor; 2: also then). With them no
 * function behaves otherwise than it may without.
 */

namespace {
    /**
     * Root of all cancellations: a \Throwable that is neither an \Exception nor an \Error, so that `catch (\Exception)`
     * does not catch it. One that leaves a coroutine or the main script uncaught ends that silently. Not cloneable.
     *
     * Spec core EX-1, EX-3, EH-5.
     */
    class Cancellation implements \Throwable
    {
        /** The message; a string. Spec core EX-1. */
        protected $message = '';

        /** The code; an integer. Spec core EX-1. */
        protected $code = 0;

        /** The file in which the object was created; a string. Spec core EX-1, EX-6. */
        protected string $file = '';

        /** The line in which the object was created; an integer. Spec core EX-1, EX-6. */
        protected int $line = 0;

        /**
         * Creates a cancellation; it is neither thrown nor delivered by that.
         *
         * Never suspends. Spec core EX-2.
         *
         * @param string          $message  Why; any text.
         * @param int             $code     Any number.
         * @param \Throwable|null $previous What led to it.
         */
        public function __construct(string $message = '', int $code = 0, ?\Throwable $previous = null) {}

        /**
         * Returns the message.
         *
         * Never suspends, throws nothing. Spec core EX-1.
         */
        final public function getMessage(): string {}

        /**
         * Returns the code.
         *
         * Never suspends, throws nothing. Spec core EX-1.
         *
         * @return int
         */
        final public function getCode() {}

        /**
         * Returns the file in which the object was created, `[no active file]` if no PHP code was running.
         *
         * Never suspends, throws nothing. Spec core EX-1, EX-6.
         */
        final public function getFile(): string {}

        /**
         * Returns the line in which the object was created, 0 if no PHP code was running.
         *
         * Never suspends, throws nothing. Spec core EX-1, EX-6.
         */
        final public function getLine(): int {}

        /**
         * Returns the call stack at the creation, as debug_backtrace() would.
         *
         * Never suspends, throws nothing. Spec core EX-1, EX-6.
         *
         * @return list<array<string, mixed>>
         */
        final public function getTrace(): array {}

        /**
         * Returns the throwable that led to this one.
         *
         * Never suspends, throws nothing. Spec core EX-1, EX-7.
         */
        final public function getPrevious(): ?\Throwable {}

        /**
         * Returns the call stack at the creation as text, one line for each frame.
         *
         * Never suspends, throws nothing. Spec core EX-1, EX-6.
         */
        final public function getTraceAsString(): string {}

        /**
         * Returns class, message, place and call stack as text, those of the previous throwables first.
         *
         * Never suspends, throws nothing. Spec core EX-1.
         */
        public function __toString(): string {}
    }

    /**
     * PHP's own class; only what the extension adds to it. While the scheduler runs, start(), resume() and throw() also
     * give every queued coroutine a turn before the Fiber's body and another one before they return.
     *
     * Spec core FI-1…FI-13.
     */
    final class Fiber
    {
        /**
         * Returns the coroutine that belongs to this Fiber: it is suspended while the Fiber is parked in suspend(), completed
         * once the Fiber has ended. Cancelling it throws the cancellation at the Fiber's suspend() at the next turn.
         *
         * Never suspends; starts the scheduler for a Fiber that was started. Spec core FI-12, FI-13.
         *
         * @return Async\Coroutine|null Null before the Fiber was started.
         */
        public function getCoroutine(): ?Async\Coroutine {}
    }
}

namespace Async {
    /**
     * Starts a coroutine: queues the task and returns at once; the task begins when the caller suspends or ends.
     *
     * An exception that the task does not catch is thrown by await(); if nothing can await it, it ends the
     * script as uncaught. Never suspends; starts the scheduler. Spec core SP-1…SP-8, SD-20.
     *
     * @param callable $task    What to run. Too few arguments for it throw inside the coroutine.
     * @param mixed    ...$args Arguments of the task, positional or named, taken by value now.
     *
     * @return Coroutine The new coroutine.
     *
     * @throws \TypeError     The task is not callable.
     * @throws AsyncException The request is past its end (`Cannot spawn a coroutine when async is disabled`), or the
     *                        scheduler cannot be started.
     */
    function spawn(callable $task, mixed ...$args): Coroutine {}

    /**
     * Starts a coroutine as spawn() does, in the scope that a provider names.
     *
     * A Scope is used itself; the method provideScope() of any other provider is called once, null stands for the
     * current scope. A SpawnStrategy is told before and after the coroutine is queued. Never suspends by itself, methods
     * of the provider may; starts the scheduler. Spec core SP-10…SP-17.
     *
     * @param ScopeProvider $provider Says in which scope.
     * @param callable      $task     What to run. Too few arguments for it throw inside the coroutine.
     * @param mixed         ...$args  Arguments of the task, positional or named, taken by value now.
     *
     * @return Coroutine The new coroutine.
     *
     * @throws \TypeError     The provider is none, or the task is not callable.
     * @throws AsyncException The scope is closed, was cancelled or has been disposed; or as spawn().
     * @throws \Throwable     What a method of the provider threw; the task never runs then.
     */
    function spawn_with(ScopeProvider $provider, callable $task, mixed ...$args): Coroutine {}

    /**
     * Gives every other coroutine that is ready a turn, then goes on.
     *
     * Suspends, unless there is nothing else to run. Past the end of the request it does nothing.
     * Spec core SU-1…SU-6, SD-21, SD-12.
     *
     * @throws AsyncCancellation The calling coroutine was cancelled meanwhile.
     * @throws AsyncException    Suspending is impossible here.
     */
    function suspend(): void {}

    /**
     * Waits until something completes and returns its value.
     *
     * May suspend; not if $awaitable or $cancellation is complete already. Never cancels $awaitable.
     * Spec core AW-1…AW-14, SD-24.
     *
     * @param Completable      $awaitable    What to wait for; it may be awaited any number of times.
     * @param Completable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     *                                       The same object as $awaitable counts as null.
     *
     * @return mixed What the coroutine returned.
     *
     * @throws \Throwable                 What $awaitable ended with, that same object: an exception of a coroutine, the
     *                                    AsyncCancellation it was cancelled with, the TimeoutException of a Timeout.
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $awaitable or $cancellation is an object of a user's class, or suspending is
     *                                    impossible here.
     */
    function await(Completable $awaitable, ?Completable $cancellation = null): mixed {}

    /**
     * Waits for the first of many to complete and returns its value.
     *
     * May suspend; not if one is complete already. The others go on. Spec core AA-1…AA-30, AA-40.
     *
     * @param iterable       $triggers     What to wait for: an array, or a Traversable, which a coroutine of its own
     *                                     walks, so that its methods may suspend and spawn. Null items are skipped.
     * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     *
     * @return mixed The value; null if there is nothing to wait for.
     *
     * @throws \Throwable                 What the first one ended with, if it failed.
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $triggers is no array and no Traversable, an item is not an Awaitable of this
     *                                    extension, a key of a Traversable is neither integer nor string nor null,
     *                                    or suspending is impossible here.
     * @throws \Throwable                 What a method of the Traversable threw.
     */
    function await_any_or_fail(iterable $triggers, ?Awaitable $cancellation = null): mixed {}

    /**
     * Waits for the first of many to succeed, or for all to fail.
     *
     * May suspend; not if one has succeeded already. The others go on. Spec core AA-1…AA-24, AA-31, AA-46.
     *
     * @param iterable       $triggers     What to wait for: an array, or a Traversable, which a coroutine of its own
     *                                     walks, so that its methods may suspend and spawn. Null items are skipped.
     * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     *
     * @return array{mixed, array<int|string, \Throwable>} The value (null if all failed) and the errors that came
     *                                                       before it, under the keys of the input.
     *
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $triggers is no array and no Traversable, an item is not an Awaitable of this
     *                                    extension, a key of a Traversable is neither integer nor string nor null,
     *                                    or suspending is impossible here.
     * @throws \Throwable                 What a method of the Traversable threw.
     */
    function await_first_success(iterable $triggers, ?Awaitable $cancellation = null): mixed {}

    /**
     * Waits for all and returns their values; the first failure ends the wait.
     *
     * May suspend; not if all are complete already. None is cancelled by it. Spec core AA-1…AA-24, AA-32, AA-41.
     *
     * @param iterable       $triggers     What to wait for: an array, or a Traversable, which a coroutine of its own
     *                                     walks, so that its methods may suspend and spawn. Null items are skipped.
     * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     * @param bool           $preserveKeyOrder True: results in the order of the input; false: in that of completion.
     *
     * @return array<int|string, mixed> The values under the keys of the input.
     *
     * @throws \Throwable                 What the first one ended with that failed.
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $triggers is no array and no Traversable, an item is not an Awaitable of this
     *                                    extension, a key of a Traversable is neither integer nor string nor null,
     *                                    or suspending is impossible here.
     * @throws \Throwable                 What a method of the Traversable threw.
     */
    function await_all_or_fail(
        iterable $triggers,
        ?Awaitable $cancellation = null,
        bool $preserveKeyOrder = true,
    ): array {}

    /**
     * Waits for all and returns their values and errors.
     *
     * May suspend; not if all are complete already. Spec core AA-1…AA-24, AA-33, AA-41…AA-43.
     *
     * @param iterable       $triggers     What to wait for: an array, or a Traversable, which a coroutine of its own
     *                                     walks, so that its methods may suspend and spawn. Null items are skipped.
     * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     * @param bool           $preserveKeyOrder True: results in the order of the input; false: in that of completion.
     * @param bool           $fillNull     True: a failed item has null among the results; false: it has no entry.
     *
     * @return array{array<int|string, mixed>, array<int|string, \Throwable>} Values and errors, by input key.
     *
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $triggers is no array and no Traversable, an item is not an Awaitable of this
     *                                    extension, a key of a Traversable is neither integer nor string nor null,
     *                                    or suspending is impossible here.
     * @throws \Throwable                 What a method of the Traversable threw.
     */
    function await_all(
        iterable $triggers,
        ?Awaitable $cancellation = null,
        bool $preserveKeyOrder = true,
        bool $fillNull = false,
    ): array {}

    /**
     * Waits until some of many have completed and returns their values; the first failure ends the wait.
     *
     * May suspend; not if enough are complete already. The others go on. Spec core AA-1…AA-24, AA-34, AA-44, AA-45.
     *
     * @param int            $count        How many; 0 and below: returns at once. More than there are means all.
     * @param iterable       $triggers     What to wait for: an array, or a Traversable, which a coroutine of its own
     *                                     walks, so that its methods may suspend and spawn. Null items are skipped.
     * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     * @param bool           $preserveKeyOrder True: results in the order of the input; false: in that of completion.
     *
     * @return array<int|string, mixed> The values under the keys of the input; more than $count if others completed
     *                                  before the caller went on.
     *
     * @throws \Throwable                 What the first one ended with that failed.
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $triggers is no array and no Traversable, an item is not an Awaitable of this
     *                                    extension, a key of a Traversable is neither integer nor string nor null,
     *                                    or suspending is impossible here.
     * @throws \Throwable                 What a method of the Traversable threw.
     */
    function await_any_of_or_fail(
        int $count,
        iterable $triggers,
        ?Awaitable $cancellation = null,
        bool $preserveKeyOrder = true,
    ): array {}

    /**
     * Waits until some of many have succeeded, or all have completed, and returns values and errors.
     *
     * May suspend; not if enough have succeeded already. The others go on. Spec core AA-1…AA-24, AA-35, AA-42…AA-46.
     *
     * @param int            $count        How many; 0 and below: returns at once. More than there are means all.
     * @param iterable       $triggers     What to wait for: an array, or a Traversable, which a coroutine of its own
     *                                     walks, so that its methods may suspend and spawn. Null items are skipped.
     * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
     * @param bool           $preserveKeyOrder True: results in the order of the input; false: in that of completion.
     * @param bool           $fillNull     True: a failed item has null among the results; false: it has no entry.
     *
     * @return array{array<int|string, mixed>, array<int|string, \Throwable>} Values and errors, by input key.
     *
     * @throws OperationCanceledException $cancellation completed first; getPrevious() is what it ended with, or null.
     * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
     * @throws AsyncException             $triggers is no array and no Traversable, an item is not an Awaitable of this
     *                                    extension, a key of a Traversable is neither integer nor string nor null,
     *                                    or suspending is impossible here.
     * @throws \Throwable                 What a method of the Traversable threw.
     */
    function await_any_of(
        int $count,
        iterable $triggers,
        ?Awaitable $cancellation = null,
        bool $preserveKeyOrder = true,
        bool $fillNull = false,
    ): array {}

    /**
     * Calls a closure during which the calling coroutine is not cancelled.
     *
     * A cancellation that arrives meanwhile is thrown by protect() when the closure has ended; of several the first
     * counts, and what the closure threw becomes its previous. Nested calls count as one. A graceful shutdown and the
     * resolution of a deadlock do not wait. Suspends if the closure does; does not start the scheduler.
     * Spec core PR-1…PR-11.
     *
     * @param \Closure $closure Called at once, without arguments.
     *
     * @return mixed What the closure returned.
     *
     * @throws AsyncCancellation The calling coroutine was cancelled while the closure ran.
     * @throws \Throwable        What the closure threw.
     */
    function protect(\Closure $closure): mixed {}

    /**
     * Calls a function for every element, several at a time while the calls suspend, and waits until all have ended.
     *
     * A call that returns false ends it: no further element is taken. One that throws cancels the others.
     * Suspends; starts the scheduler. Spec core IT-1…IT-12.
     *
     * @param iterable $iterable      An array, which later changes do not matter for, or a Traversable, whose methods
     *                                may suspend.
     * @param callable $callback      Gets value and key. Runs in coroutines of a private scope.
     * @param int      $concurrency   How many calls may be under way at once; 0: any number.
     * @param bool     $cancelPending Whether coroutines that the callback spawned are cancelled when the last call has
     *                                ended, or only waited for.
     *
     * @throws \Throwable        What a call, a coroutine it spawned, or a method of the Traversable threw.
     * @throws AsyncCancellation The calling coroutine was cancelled meanwhile.
     * @throws AsyncException    There is no iterator (`Failed to create iterator`), or suspending is impossible here.
     */
    function iterate(iterable $iterable, callable $callback, int $concurrency = 0, bool $cancelPending = true): void {}

    /**
     * Cancels all coroutines, protected ones and the main script as well; what follows in the caller still runs.
     *
     * The script ends when all have ended; they may catch the cancellation to clean up. Without effect before the
     * scheduler started and during a shutdown. Never suspends, throws nothing. Spec core SH-20…SH-25.
     *
     * @param AsyncCancellation|null $cancellationError What is thrown where they are suspended; null: a new one,
     *                                                  `Graceful shutdown`.
     */
    function graceful_shutdown(?AsyncCancellation $cancellationError = null): void {}

    /**
     * Suspends the calling coroutine for some time.
     *
     * Suspends. The time is never shorter than asked for, and longer if other coroutines are busy. Past the end of the
     * request it does nothing. Spec core DL-1…DL-3.
     *
     * @param int $ms Milliseconds; 0 and below: one turn for every other coroutine that is ready, as suspend().
     *
     * @throws AsyncCancellation The calling coroutine was cancelled meanwhile.
     * @throws AsyncException    Suspending is impossible here.
     */
    function delay(int $ms): void {}

    /**
     * Creates a time limit for await().
     *
     * The time counts from the moment at which something waits for the object. Never suspends, does not start the
     * scheduler. Spec core DL-4…DL-7.
     *
     * @param int $ms Milliseconds, from 1.
     *
     * @return Awaitable Always a Timeout.
     *
     * @throws \ValueError $ms is 0 or below (`Timeout value must be greater than 0`).
     */
    function timeout(int $ms): Awaitable {}

    /**
     * Returns the context of the current scope: values shared by all coroutines of that scope.
     *
     * Never suspends; starts the scheduler. Spec core CX-1, CX-10.
     *
     * @return Context The same object in all coroutines of the scope.
     *
     * @throws AsyncException The scheduler cannot be started: past the end of the request.
     */
    function current_context(): Context {}

    /**
     * Returns the private context of the current coroutine; coroutines that it spawns do not see it.
     *
     * Never suspends; starts the scheduler. Spec core CX-4.
     *
     * @return Context The same object as Coroutine::getContext() returns.
     *
     * @throws AsyncException The scheduler cannot be started: past the end of the request.
     */
    function coroutine_context(): Context {}

    /**
     * Returns the context of the main scope, in which the contexts of the scopes below it look up as well.
     *
     * Never suspends; starts the scheduler. Spec core CX-2.
     *
     * @throws AsyncException The scheduler cannot be started: past the end of the request.
     */
    function root_context(): Context {}

    /**
     * Returns the context of the request that a server integration serves in the current scope.
     *
     * Never suspends, throws nothing, does not start the scheduler. Spec core CX-3.
     *
     * @return Context|null Null without a server integration (as on the command line) and before the scheduler started.
     */
    function request_context(): ?Context {}

    /**
     * Returns the coroutine that is running; the main script is one as well.
     *
     * Never suspends, does not start the scheduler. Spec core SD-40, SD-11.
     *
     * @throws AsyncException Nothing has started the scheduler yet (`The current coroutine is not defined`).
     */
    function current_coroutine(): Coroutine {}

    /**
     * Lists the unfinished coroutines in the order of their creation, the main script first.
     *
     * Never suspends, throws nothing, does not start the scheduler. Spec core SD-30…SD-32.
     *
     * @return list<Coroutine> Empty before the scheduler started.
     */
    function get_coroutines(): array {}

    /**
     * Returns numbers about the scheduler.
     *
     * Never suspends, throws nothing, does not start the scheduler. Spec core ST-1, ST-6.
     *
     * @return array{
     *     coroutines_total: int, coroutines_active: int, microtasks_queue: int, coroutine_queue: int,
     *     resumed_queue: int, fiber_pool_count: int, fiber_pool_capacity: int, fiber_pool_min: int,
     *     fiber_stack_size: int, fiber_pool_virtual_bytes: int
     * } Counts, the last two in bytes. Before the scheduler started all are 0 but fiber_pool_min and fiber_stack_size.
     */
    function runtime_stats(): array {}

    /**
     * Returns how many processors this process may use: by its affinity mask and the quota of its cgroup.
     *
     * Never suspends, throws nothing, does not start the scheduler. Spec core ST-2, ST-6.
     *
     * @return int From 1.
     */
    function available_parallelism(): int {}

    /**
     * Returns how much processor time was used since the previous call in this request.
     *
     * Never suspends, throws nothing, does not start the scheduler. Spec core ST-4, ST-6.
     *
     * @return array{
     *     process_cores: float, process_percent: float, system_percent: float, cpu_count: int, interval_sec: float,
     *     loadavg: array{float, float, float}|null
     * } Processors that this process kept busy, and its share of all in percent; the share of time in which the system's
     *   processors were busy in percent; processors online; seconds since the previous call; loadavg(). The first call
     *   returns 0.0 for cores, percentages and seconds.
     */
    function cpu_usage(): array {}

    /**
     * Returns the load of the system, averaged over 1, 5 and 15 minutes.
     *
     * Never suspends, throws nothing, does not start the scheduler. Spec core ST-5, ST-6.
     *
     * @return array{float, float, float}|null Null where the system does not tell.
     */
    function loadavg(): ?array {}

    /**
     * Something that can be waited for. Only objects of the extension can; implementing it has no use.
     *
     * Spec core AP-3.
     */
    interface Awaitable {}

    /**
     * Something that completes once and stays complete: what await() accepts.
     *
     * Spec core AP-3, AW-8.
     */
    interface Completable extends Awaitable
    {
        /**
         * Cancels it. Without effect on what is complete already.
         *
         * Never suspends, throws nothing. Spec core CN-1…CN-17, DL-6.
         *
         * @param AsyncCancellation|null $cancellation The reason; null: one with a default message.
         */
        public function cancel(?AsyncCancellation $cancellation = null): void;

        /**
         * Tells whether it has ended, in any way.
         *
         * Never suspends, throws nothing. Spec core CO-6, DL-6.
         */
        public function isCompleted(): bool;

        /**
         * Tells whether it has ended after cancel() was called.
         *
         * Never suspends, throws nothing. Spec core CO-5, DL-6.
         */
        public function isCancelled(): bool;
    }

    /**
     * Says in which scope spawn_with() starts a coroutine.
     *
     * Spec core SP-10…SP-14.
     */
    interface ScopeProvider
    {
        /**
         * Called once for each spawn_with(). May suspend; what it throws leaves spawn_with().
         *
         * Spec core SP-11, SP-13.
         *
         * @return Scope|null The scope; null: the current one.
         */
        public function provideScope(): ?Scope;
    }

    /**
     * A provider that is told about each coroutine. What its methods throw leaves spawn_with(), and the task never runs.
     *
     * Spec core SP-15, SP-16.
     */
    interface SpawnStrategy extends ScopeProvider
    {
        /**
         * Called when the coroutine exists and is not queued yet. May suspend.
         *
         * Spec core SP-15.
         *
         * @param Coroutine $coroutine The new coroutine.
         * @param Scope     $scope     The scope it is in.
         *
         * @return array Not used yet.
         */
        public function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array;

        /**
         * Called when the coroutine is queued, before spawn_with() returns. May suspend.
         *
         * Spec core SP-15.
         *
         * @param Coroutine $coroutine The new coroutine.
         * @param Scope     $scope     The scope it is in.
         */
        public function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void;
    }

    /**
     * Thrown into a coroutine by Coroutine::cancel(), and by await() of a coroutine that was cancelled. May be extended.
     *
     * Spec core EX-1…EX-4, CN-8.
     */
    class AsyncCancellation extends \Cancellation {}

    /**
     * Thrown by await() when its second argument completed first; getPrevious() is what that ended with, or null.
     *
     * Spec core AW-6.
     */
    class OperationCanceledException extends AsyncCancellation {}

    /**
     * Thrown when a function of the API is used wrongly or cannot do its work.
     *
     * Spec core chapter 3, SD-13, SD-14.
     */
    class AsyncException extends \Exception {}

    /**
     * A service is not available. Nothing in the core throws it.
     *
     * Spec core chapter 3, EX-4.
     */
    class ServiceUnavailableException extends AsyncException {}

    /**
     * Thrown by Context::get() and Context::getLocal() for a missing key.
     *
     * Spec core CX-7…CX-9.
     */
    class ContextException extends AsyncException {}

    /**
     * An input or output operation failed. Nothing in the core throws it.
     *
     * Spec core chapter 3, EX-4.
     */
    class InputOutputException extends \Exception {}

    /**
     * A host name could not be resolved. Nothing in the core throws it.
     *
     * Spec core chapter 3.
     */
    class DnsException extends \Exception {}

    /**
     * What a Timeout ends with: thrown by await() of it, previous of OperationCanceledException when it was the limit.
     *
     * Spec core AW-6, AW-11.
     */
    class TimeoutException extends \Exception {}

    /**
     * Waiting for a file descriptor failed. Nothing in the core throws it.
     *
     * Spec core chapter 3.
     */
    class PollException extends \Exception {}

    /**
     * All coroutines wait and nothing can wake them. Reported as uncaught at the end of the script, never thrown into a
     * coroutine: those that wait are cancelled with `Deadlock detected`.
     *
     * Spec core DD-1…DD-7.
     */
    class DeadlockError extends \Error {}

    /**
     * Several exceptions in one: what several handlers given to Coroutine::finally() threw.
     *
     * Spec core EX-5, CO-35.
     */
    final class CompositeException extends \Exception
    {
        /**
         * Adds an exception at the end of the list.
         *
         * Never suspends, throws nothing. Spec core EX-5.
         *
         * @param \Throwable $exception Any; the same one may be added again.
         */
        public function addException(\Throwable $exception): void {}

        /**
         * Returns the exceptions in the order in which they were added.
         *
         * Never suspends, throws nothing. Spec core EX-5.
         *
         * @return list<\Throwable> Empty when none was added.
         */
        public function getExceptions(): array {}
    }

    /**
     * Values under keys, attached to a scope or to a coroutine. A key is a string or an object; objects are compared by
     * identity and kept alive. Neither cloneable nor serializable, no dynamic properties.
     *
     * `new Context()` makes one of your own, attached to nothing. Spec core CX-1…CX-15, AP-2.
     */
    final class Context
    {
        /**
         * Returns the value here or, if there is none, the one in the nearest scope above.
         *
         * Never suspends. Spec core CX-6, CX-7, CX-10.
         *
         * @param string|object $key The key.
         *
         * @return mixed The value; null if there is none.
         *
         * @throws \TypeError The key is neither a string nor an object.
         */
        public function find(string|object $key): mixed {}

        /**
         * Returns the value here or, if there is none, the one in the nearest scope above; throws if there is none.
         *
         * Never suspends. Spec core CX-6, CX-7, CX-9, CX-10, CX-13.
         *
         * @param string|object $key The key.
         *
         * @return mixed The value.
         *
         * @throws ContextException There is no value under this key.
         * @throws \TypeError       The key is neither a string nor an object.
         */
        public function get(string|object $key): mixed {}

        /**
         * Tells whether there is a value here or in a scope above. A stored null is a value.
         *
         * Never suspends. Spec core CX-6, CX-7, CX-10, CX-13.
         *
         * @param string|object $key The key.
         *
         * @throws \TypeError The key is neither a string nor an object.
         */
        public function has(string|object $key): bool {}

        /**
         * Returns the value here, without looking above.
         *
         * Never suspends. Spec core CX-6, CX-8.
         *
         * @param string|object $key The key.
         *
         * @return mixed The value; null if there is none.
         *
         * @throws \TypeError The key is neither a string nor an object.
         */
        public function findLocal(string|object $key): mixed {}

        /**
         * Returns the value here, without looking above; throws if there is none.
         *
         * Never suspends. Spec core CX-6, CX-8, CX-9.
         *
         * @param string|object $key The key.
         *
         * @return mixed The value.
         *
         * @throws ContextException There is no value here under this key.
         * @throws \TypeError       The key is neither a string nor an object.
         */
        public function getLocal(string|object $key): mixed {}

        /**
         * Tells whether there is a value here, without looking above. A stored null is a value.
         *
         * Never suspends. Spec core CX-6, CX-8, CX-13.
         *
         * @param string|object $key The key.
         *
         * @throws \TypeError The key is neither a string nor an object.
         */
        public function hasLocal(string|object $key): bool {}

        /**
         * Stores a value here. A value under the same key in a scope above is hidden, not changed.
         *
         * Never suspends. Spec core CX-6, CX-11.
         *
         * @param string|object $key     The key.
         * @param mixed         $value   The value; null is one, too.
         * @param bool          $replace Whether a value that is here already may be replaced.
         *
         * @return Context This object.
         *
         * @throws AsyncException There is a value here and $replace is false
         *                        (`Context key already exists and replace is false`).
         * @throws \TypeError     The key is neither a string nor an object.
         */
        public function set(string|object $key, mixed $value, bool $replace = false): Context {}

        /**
         * Removes the value here, if there is one; a value in a scope above becomes visible again.
         *
         * Never suspends. Spec core CX-6, CX-12.
         *
         * @param string|object $key The key.
         *
         * @return Context This object.
         *
         * @throws \TypeError The key is neither a string nor an object.
         */
        public function unset(string|object $key): Context {}
    }

    /**
     * A coroutine: made by spawn(), and the main script itself.
     *
     * It is queued, then runs and suspends by turns, and finishes with a result, an exception or a cancellation.
     * Neither cloneable nor serializable, no dynamic properties.
     * Spec core chapter 11, AP-2, AP-4.
     */
    final class Coroutine implements Completable
    {
        /** Coroutines are made by spawn(); `new` throws an \Error. Spec core AP-4. */
        private function __construct() {}

        /**
         * Returns its number.
         *
         * Never suspends, throws nothing. Spec core CO-1.
         *
         * @return int Positive, unique among the coroutines that exist.
         */
        public function getId(): int {}

        /**
         * Has no effect; exists for compatibility.
         *
         * Never suspends, throws nothing. Spec core CO-8, SD-3.
         *
         * @return Coroutine This object.
         */
        public function asHiPriority(): Coroutine {}

        /**
         * Returns its private context, also before it starts and after it finished.
         *
         * Never suspends, throws nothing. Spec core CO-24, CX-4.
         *
         * @return Context Always the same object.
         */
        public function getContext(): Context {}

        /**
         * Returns what the task returned.
         *
         * Never suspends, throws nothing. Spec core CO-10, CO-12.
         *
         * @return mixed Null while it is unfinished, and when it ended with an exception or a cancellation.
         */
        public function getResult(): mixed {}

        /**
         * Returns the exception or cancellation with which it ended. That does not count as having handled it.
         *
         * Never suspends, throws nothing. Spec core CO-11, CO-12.
         *
         * @return \Throwable|null Null while it is unfinished, and when it ended without.
         */
        public function getException(): mixed {}

        /**
         * Returns its call stack at the place where it is suspended, innermost call first.
         *
         * Never suspends, throws nothing. Spec core CO-22.
         *
         * @param int $options As for debug_backtrace(): DEBUG_BACKTRACE_PROVIDE_OBJECT, DEBUG_BACKTRACE_IGNORE_ARGS.
         * @param int $limit   How many calls at most; 0: all.
         *
         * @return list<array<string, mixed>>|null Null unless it is suspended: not started, running, finished.
         */
        public function getTrace(int $options = \DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): ?array {}

        /**
         * Returns where it was spawned.
         *
         * Never suspends, throws nothing. Spec core CO-20, SP-5.
         *
         * @return array{string|null, int} File and line; `[null, 0]` if no PHP code spawned it.
         */
        public function getSpawnFileAndLine(): array {}

        /**
         * Returns where it was spawned, as text.
         *
         * Never suspends, throws nothing. Spec core CO-20.
         *
         * @return string `file:line`, or `unknown` if no PHP code spawned it.
         */
        public function getSpawnLocation(): string {}

        /**
         * Returns where it suspended last.
         *
         * Never suspends, throws nothing. Spec core CO-21.
         *
         * @return array{string|null, int} File and line; `[null, 0]` if it never suspended.
         */
        public function getSuspendFileAndLine(): array {}

        /**
         * Returns where it suspended last, as text.
         *
         * Never suspends, throws nothing. Spec core CO-21.
         *
         * @return string `file:line`, or `unknown` if it never suspended.
         */
        public function getSuspendLocation(): string {}

        /**
         * Tells whether the task began to run, also once it has finished.
         *
         * Never suspends, throws nothing. Spec core section 11.1.
         */
        public function isStarted(): bool {}

        /**
         * Tells whether it is ready and waits for its turn.
         *
         * Never suspends, throws nothing. Spec core CO-2.
         */
        public function isQueued(): bool {}

        /**
         * Tells whether it is the one that runs now.
         *
         * Never suspends, throws nothing. Spec core CO-3.
         */
        public function isRunning(): bool {}

        /**
         * Tells whether it is unfinished and not running; true before it starts, too.
         *
         * Never suspends, throws nothing. Spec core CO-4.
         */
        public function isSuspended(): bool {}

        /**
         * Tells whether it has finished after cancel() was called, even if the task caught the cancellation.
         *
         * Never suspends, throws nothing. Spec core CO-5, CO-7.
         */
        public function isCancelled(): bool {}

        /**
         * Tells whether it is unfinished and cancel() was called.
         *
         * Never suspends, throws nothing. Spec core CO-7.
         */
        public function isCancellationRequested(): bool {}

        /**
         * Tells whether it has finished: with a result, an exception or a cancellation.
         *
         * Never suspends, throws nothing. Spec core CO-6.
         */
        public function isCompleted(): bool {}

        /**
         * Describes what it waits for.
         *
         * Never suspends, throws nothing. Spec core CO-23.
         *
         * @return list<string> For people to read; may be empty even if it waits.
         */
        public function getAwaitingInfo(): array {}

        /**
         * Asks it to end: the reason is thrown at the place where it is suspended, when its turn comes.
         *
         * The task may catch it and go on. One that has not started never will; one that cancels itself runs on to its
         * end; one that has finished is left alone. Never suspends, throws nothing. Spec core CN-1…CN-17.
         *
         * @param AsyncCancellation|null $cancellation The reason; null: a new one, `Coroutine cancelled`. Of several
         *                                             before the first was thrown, the first counts.
         */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /**
         * Has a callback called once when it finishes, however it does, but not after a fatal error.
         *
         * The callbacks run in the order given, before coroutines that await this one go on. If it has finished already,
         * the callback is called at once, by this method. Never suspends by itself; a callback called at once may.
         * Spec core CO-30…CO-39.
         *
         * @param \Closure|callable $callback Gets the Coroutine; what it returns is ignored. Any callable is accepted.
         *
         * @throws \TypeError The argument is not callable.
         * @throws \Throwable What the callback threw, if it was called at once.
         */
        public function finally(\Closure $callback): void {}
    }

    /**
     * A group of coroutines and of further scopes, which end together. Neither cloneable nor serializable, no dynamic
     * properties.
     *
     * The end of the last reference disposes of the scope: coroutines that are still in it are cancelled or, if the scope
     * is safe, go on as *zombies*, which no longer count as active. A scope is *released* when it was cancelled, or has
     * no object any more, and its last coroutine has ended; the object then only answers questions.
     *
     * Spec core chapter 14.
     */
    final class Scope implements ScopeProvider
    {
        /**
         * Makes a scope below another one. It is safe if that one is.
         *
         * Never suspends. Spec core SC-2, SC-7.
         *
         * @param Scope|null $parentScope The scope above; null: the scope of the calling coroutine.
         *
         * @throws AsyncException $parentScope has been released.
         */
        public static function inherit(?Scope $parentScope = null): Scope {}

        /**
         * Returns the scope itself.
         *
         * Never suspends. Spec core SC-5.
         */
        public function provideScope(): Scope {}

        /** Makes a scope without one above it. It is not safe. Never suspends. Spec core SC-1. */
        public function __construct() {}

        /**
         * Makes the end of the scope cancel its coroutines; scopes below that exist already stay as they are.
         *
         * Never suspends. Spec core SC-4.
         *
         * @return Scope The scope itself.
         *
         * @throws AsyncException It has been released.
         */
        public function asNotSafely(): Scope {}

        /**
         * Makes the scope safe: at its end, coroutines that have started go on as zombies; scopes below that exist
         * already stay as they are.
         *
         * Never suspends. Spec core SC-4, SC-22.
         *
         * @return Scope The scope itself.
         *
         * @throws AsyncException It has been released.
         */
        public function allowZombies(): Scope {}

        /**
         * Starts a coroutine in this scope. What it spawns in turn belongs to the scope, too.
         *
         * Never suspends; starts the scheduler. Spec core SC-10…SC-13.
         *
         * @param \Closure|callable $callable  What to run. Any callable is accepted.
         * @param mixed             ...$params Arguments of the task, positional or named, taken by value now.
         *
         * @return Coroutine The new coroutine.
         *
         * @throws \TypeError     The task is not callable.
         * @throws AsyncException The scope is closed, was cancelled or has been released.
         */
        public function spawn(\Closure $callable, mixed ...$params): Coroutine {}

        /**
         * Ends the scope: the scopes below first, then its coroutines. If it is safe, those that have started become
         * zombies, else all are cancelled. Waiters for it get the reason. Without effect on a closed scope.
         *
         * Never suspends, throws nothing. Spec core SC-18, SC-20, SC-23…SC-25, SC-29.
         *
         * @param AsyncCancellation|null $cancellationError The reason, for all the same object; null: a new one,
         *                                                  `Scope was cancelled`.
         */
        public function cancel(?AsyncCancellation $cancellationError = null): void {}

        /**
         * Waits until every coroutine of the scope and of the scopes below has ended, also those spawned meanwhile.
         *
         * May suspend; returns at once when nothing runs, the scope is closed, or before the scheduler has started.
         * Spec core SC-30…SC-38.
         *
         * @param Awaitable $cancellation What ends the wait when it completes first, as timeout().
         *
         * @throws \Throwable                 What a coroutine of the scope threw and no handler took; the scope is
         *                                    cancelled then. Or the reason if the scope is cancelled meanwhile.
         * @throws AsyncCancellation          The scope was cancelled before, or the calling coroutine is cancelled.
         * @throws OperationCanceledException $cancellation completed first; the scope goes on.
         * @throws AsyncException             The calling coroutine belongs to the scope or to one below it, or scopes
         *                                    are nested too deeply.
         */
        public function awaitCompletion(Awaitable $cancellation): void {}

        /**
         * Waits until the coroutines of a cancelled scope have ended, zombies and the scopes below included.
         *
         * May suspend; returns at once when nothing is left, or before the scheduler has started.
         * Spec core SC-40…SC-45.
         *
         * @param callable|null  $errorHandler Called with the Throwable and the Scope for every exception, other than a
         *                                     cancellation, that a coroutine ends with meanwhile. null: the first one is
         *                                     thrown.
         * @param Awaitable|null $cancellation What ends the wait when it completes first, as timeout(); null: nothing.
         *
         * @throws \Throwable                 What the handler threw or, without one, what a coroutine ended with.
         * @throws OperationCanceledException $cancellation completed first.
         * @throws AsyncCancellation          The calling coroutine was cancelled meanwhile.
         * @throws AsyncException             The scope was not cancelled, the calling coroutine belongs to it or to a
         *                                    scope below it, or scopes are nested too deeply.
         */
        public function awaitAfterCancellation(?callable $errorHandler = null, ?Awaitable $cancellation = null): void {}

        /**
         * Tells whether no coroutine is active in it and below, or it was cancelled or closed. Zombies do not count.
         *
         * Never suspends, throws nothing. Spec core SC-15.
         */
        public function isFinished(): bool {}

        /**
         * Tells whether it has come to its end and takes no coroutines any more.
         *
         * Never suspends, throws nothing. Spec core SC-16, SC-18.
         */
        public function isClosed(): bool {}

        /**
         * Tells whether it was cancelled or disposed of, or an exception that was not caught has cancelled it.
         *
         * Never suspends, throws nothing. Spec core SC-17.
         */
        public function isCancelled(): bool {}

        /**
         * Sets what is called with an exception that a coroutine of this scope or of a scope below ended with, that
         * is not awaited and no scope below has taken. If it returns, the exception is handled. Replaces an earlier one.
         *
         * Cancellations are not reported. Never suspends. Spec core SC-70, EH-10…EH-17.
         *
         * @param callable $exceptionHandler Gets this Scope, the Coroutine and the Throwable. It runs in that coroutine.
         *
         * @throws \TypeError     The argument is not callable.
         * @throws AsyncException The scope has been released.
         */
        public function setExceptionHandler(callable $exceptionHandler): void {}

        /**
         * As setExceptionHandler(), only for what comes from scopes below; it is asked first.
         *
         * Never suspends. Spec core SC-70, EH-10, EH-11.
         *
         * @param callable $exceptionHandler Gets this Scope, the Coroutine and the Throwable. It runs in that coroutine.
         *
         * @throws \TypeError     The argument is not callable.
         * @throws AsyncException The scope has been released.
         */
        public function setChildScopeExceptionHandler(callable $exceptionHandler): void {}

        /**
         * Has a callback called once when the scope ends: when it is disposed of or cancelled and its last coroutine has
         * ended, or its object goes. The end of all coroutines alone is not the end of a scope.
         *
         * The callbacks run in the order given, in a coroutine of their own. If the scope has been released, the callback
         * is called at once, by this method. Never suspends by itself; a callback called at once may.
         * Spec core SC-60…SC-66.
         *
         * @param \Closure|callable $callback Gets the Scope, or null if the object has gone. Any callable is accepted.
         *
         * @throws \TypeError The argument is not callable.
         * @throws \Throwable What the callback threw, if it was called at once.
         */
        public function finally(\Closure $callback): void {}

        /**
         * As cancel() without a reason.
         *
         * Never suspends, throws nothing. Spec core SC-21.
         */
        public function dispose(): void {}

        /**
         * As dispose(), and coroutines that have started become zombies whether the scope is safe or not.
         *
         * Never suspends, throws nothing. Spec core SC-21, SC-22.
         */
        public function disposeSafely(): void {}

        /**
         * Disposes of the scope after a time, with the reason `Scope has been disposed due to timeout`. The script does
         * not end before. Without effect on a scope that is closed, or has neither coroutines nor scopes below.
         *
         * Never suspends. Spec core SC-27.
         *
         * @param int $timeout Milliseconds, 0 or more.
         *
         * @throws \ValueError The time is negative.
         */
        public function disposeAfterTimeout(int $timeout): void {}

        /**
         * Returns the scopes directly below whose object still exists.
         *
         * Never suspends, throws nothing. Spec core SC-6.
         *
         * @return list<Scope> In the order of their creation; empty once the scope has been released.
         */
        public function getChildScopes(): array {}
    }

    /**
     * A time limit, made by timeout(). It counts while something waits for it, and ends with a TimeoutException.
     * Neither cloneable nor serializable, no dynamic properties.
     *
     * Spec core DL-4…DL-7, AP-2, AP-5.
     */
    final class Timeout implements Completable
    {
        /** Made by timeout(); `new` throws an \Error. Spec core AP-5. */
        private function __construct() {}

        /**
         * Ends it at once, for its waiters as well. Without effect when it is complete already.
         *
         * Never suspends, throws nothing. Spec core DL-6.
         *
         * @param AsyncCancellation|null $cancellation The reason; null: a new one, `The operation was canceled`.
         */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /**
         * Tells whether its time is over or it was cancelled.
         *
         * Never suspends, throws nothing. Spec core DL-6.
         */
        public function isCompleted(): bool {}

        /**
         * Tells whether it was cancelled.
         *
         * Never suspends, throws nothing. Spec core DL-6.
         */
        public function isCancelled(): bool {}
    }

    /**
     * Clocks of this process and of the system at one moment; differences of two tell how much was used between them.
     * Neither cloneable nor serializable, no dynamic properties.
     *
     * Spec core ST-3, AP-2.
     */
    final class CpuSnapshot
    {
        /** Monotonic time in nanoseconds, from an arbitrary start. Spec core ST-3. */
        public readonly int $wallNs;

        /** Time that all threads of the process spent in user mode, in nanoseconds. Spec core ST-3. */
        public readonly int $processUserNs;

        /** Time that the kernel spent for the process, in nanoseconds. Spec core ST-3. */
        public readonly int $processSystemNs;

        /** Time that all processors together were idle, in nanoseconds; 0 if unknown. Spec core ST-3. */
        public readonly int $systemIdleNs;

        /** Time that all processors together were busy, in nanoseconds; 0 if unknown. Spec core ST-3. */
        public readonly int $systemBusyNs;

        /** Processors online, from 1. Spec core ST-3. */
        public readonly int $cpuCount;

        /** Made by now(); `new` throws an \Error. Spec core ST-3. */
        private function __construct() {}

        /**
         * Reads all clocks now.
         *
         * Never suspends, throws nothing, does not start the scheduler. Spec core ST-3, ST-6.
         */
        public static function now(): CpuSnapshot {}
    }
}
