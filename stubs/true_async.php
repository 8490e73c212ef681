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
 * spec core MO-3); in php.ini only: async.io (boolean, default 1: whether blocking C functions suspend the coroutine),
 * async.io_objects, async.io_slice_ms and async.io_trace (adjust and observe that). For debugging, read when a request
 * first uses the API: async.sim_seed (integer, default 0: with any other number everything that the rules leave open,
 * as who runs next and how much a read returns, is decided by that seed, the same in every run) and async.sim_time
 * (integer, default 0; 1: when every coroutine waits, the clock jumps to the next deadline, unless somebody waits for a
 * descriptor; 2: also then). With them no function behaves otherwise than it may without.
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
}

namespace Async {
    /**
     * Starts a coroutine: queues the task and returns at once; the task begins when the caller suspends or ends.
     *
     * An exception that the task does not catch is thrown by await(); without anybody who could await it, it ends the
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
         * The callbacks run in the order given, before those who await the coroutine go on. If it has finished already,
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
         * Ends it at once, for those who wait for it as well. Without effect when it is complete already.
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
}
