<?php

/**
 * Futures: values that come later. See true_async.php for what holds everywhere; "spec" names rules of the specification of
 * the primitives.
 */

namespace Async {
    /**
     * The writing side of a future: it decides the outcome, once. Not cloneable, not serializable.
     *
     * When the last reference to it and to its futures goes, two warnings may be raised: that the future was never used,
     * and that its exception was never seen; ignore() suppresses both.
     *
     * Spec primitives FU-1, FU-6, FU-38…FU-40.
     */
    final class FutureState
    {
        /**
         * Makes a pending state. The current place in PHP code is remembered as its place of creation.
         *
         * Never suspends, throws nothing. Spec primitives FU-1, FU-32.
         */
        public function __construct() {}

        /**
         * Completes the future with a value. Waiters are put on the run queue; none runs inside the call.
         *
         * Never suspends. Spec primitives FU-7, FU-8, FU-14.
         *
         * @param mixed $result the value
         * @throws AsyncException if it has completed already, with the place where that happened
         */
        public function complete(mixed $result): void {}

        /**
         * Rejects the future with an exception, which may be a cancellation.
         *
         * Never suspends. Spec primitives FU-7, FU-8, FU-11.
         *
         * @param \Throwable $throwable the exception
         * @throws AsyncException if it has completed already, with the place where that happened
         */
        public function error(\Throwable $throwable): void {}

        /**
         * Returns whether it has an outcome, of either kind.
         *
         * Never suspends, throws nothing. Spec primitives FU-10.
         */
        public function isCompleted(): bool {}

        /**
         * Suppresses both warnings of this state, whatever happens.
         *
         * Never suspends, throws nothing. Spec primitives FU-40.
         */
        public function ignore(): void {}

        /**
         * Returns a list with one description: `FutureState(pending)` or `FutureState(completed)`.
         *
         * Never suspends, throws nothing. Spec primitives FU-37.
         *
         * @return list<string>
         */
        public function getAwaitingInfo(): array {}

        /**
         * Returns the file and line of its creation, `[null, 0]` if no PHP code was running.
         *
         * Never suspends, throws nothing. Spec primitives FU-32, FU-34.
         *
         * @return array{?string, int}
         */
        public function getCreatedFileAndLine(): array {}

        /**
         * Returns the place of its creation as `file:line`, or `unknown`.
         *
         * Never suspends, throws nothing. Spec primitives FU-32, FU-35.
         */
        public function getCreatedLocation(): string {}

        /**
         * Returns the file and line that completed it, `[null, 0]` while it is pending or if no PHP code was running.
         *
         * Never suspends, throws nothing. Spec primitives FU-33, FU-34.
         *
         * @return array{?string, int}
         */
        public function getCompletedFileAndLine(): array {}

        /**
         * Returns the place that completed it as `file:line`, or `unknown`.
         *
         * Never suspends, throws nothing. Spec primitives FU-33, FU-35.
         */
        public function getCompletedLocation(): string {}
    }

    /**
     * The reading side of a future: a value that comes later, or an exception. Not cloneable, not serializable.
     *
     * Spec primitives FU-1, FU-2, FU-4.
     */
    final class Future implements Completable
    {
        /**
         * Returns a future that has completed with a value.
         *
         * Never suspends, throws nothing. Spec primitives FU-13.
         *
         * @param mixed $value the value
         */
        public static function completed(mixed $value = null): Future {}

        /**
         * Returns a future that was rejected with an exception.
         *
         * Never suspends, throws nothing. Spec primitives FU-13.
         *
         * @param \Throwable $throwable the exception
         */
        public static function failed(\Throwable $throwable): Future {}

        /**
         * Makes a future of a state. Several may be made of one state; each has its own derived futures.
         *
         * Never suspends, throws nothing. Spec primitives FU-1, FU-2.
         *
         * @param FutureState $state the writing side
         */
        public function __construct(FutureState $state) {}

        /**
         * Returns whether it has an outcome, of either kind.
         *
         * Never suspends, throws nothing. Spec primitives FU-10.
         */
        public function isCompleted(): bool {}

        /**
         * Returns whether it was rejected with an AsyncCancellation.
         *
         * Never suspends, throws nothing. Spec primitives FU-11.
         */
        public function isCancelled(): bool {}

        /**
         * Rejects a pending future with a cancellation; a completed one stays as it is. The producer is not told: completing
         * the state later throws.
         *
         * Never suspends. Spec primitives FU-5, FU-12.
         *
         * @param ?AsyncCancellation $cancellation the reason; null: a new one, "Future has been cancelled"
         * @throws AsyncException if the future has no state
         */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /**
         * Suppresses both warnings of its state, and returns the future itself.
         *
         * Never suspends, throws nothing. Spec primitives FU-40.
         */
        public function ignore(): Future {}

        /**
         * Returns a future of the callback's result. A rejection passes by the callback.
         *
         * The callback runs in a coroutine of the scope that is current now, never inside this call; it may suspend.
         * Never suspends. Spec primitives FU-21…FU-31.
         *
         * @param callable $map gets the value, returns the new one; what it throws rejects the new future
         * @throws AsyncException if the future has no state
         */
        public function map(callable $map): Future {}

        /**
         * Returns a future in which the callback's result takes the place of an exception. A value passes by the callback.
         *
         * The callback runs as that of map(). Never suspends. Spec primitives FU-21…FU-31, FU-42.
         *
         * @param callable $catch gets the exception, returns a value; what it throws rejects the new future
         * @throws AsyncException if the future has no state
         */
        public function catch(callable $catch): Future {}

        /**
         * Returns a future of the same outcome, after the callback was called.
         *
         * The callback runs as that of map(). Never suspends. Spec primitives FU-21…FU-31.
         *
         * @param callable $finally gets the value or the exception; its result is dropped, what it throws rejects the new
         *     future, with the exception of this one as previous
         * @throws AsyncException if the future has no state
         */
        public function finally(callable $finally): Future {}

        /**
         * Waits for the outcome: returns the value, or throws the exception. Any number of coroutines may wait.
         *
         * May suspend; a completed future answers at once. Spec primitives FU-15…FU-20, CM-9, CM-10, CM-13.
         *
         * @param ?Completable $cancellation a token: when it completes first, the wait ends
         * @throws OperationCanceledException when the token completed first, with its exception as previous
         * @throws AsyncException if the future has no state
         * @throws \Throwable what the future was rejected with
         */
        public function await(?Completable $cancellation = null): mixed {}

        /**
         * Returns a list with one description: `FutureState(pending)` or `FutureState(completed)`.
         *
         * Never suspends, throws nothing. Spec primitives FU-37.
         *
         * @return list<string>
         */
        public function getAwaitingInfo(): array {}

        /**
         * Returns the file and line of its creation, `[null, 0]` if no PHP code was running.
         *
         * Never suspends, throws nothing. Spec primitives FU-32, FU-34.
         *
         * @return array{?string, int}
         */
        public function getCreatedFileAndLine(): array {}

        /**
         * Returns the place of its creation as `file:line`, or `unknown`.
         *
         * Never suspends, throws nothing. Spec primitives FU-32, FU-35.
         */
        public function getCreatedLocation(): string {}

        /**
         * Returns the file and line that completed it, `[null, 0]` while it is pending or if no PHP code was running.
         *
         * Never suspends, throws nothing. Spec primitives FU-33, FU-34.
         *
         * @return array{?string, int}
         */
        public function getCompletedFileAndLine(): array {}

        /**
         * Returns the place that completed it as `file:line`, or `unknown`.
         *
         * Never suspends, throws nothing. Spec primitives FU-33, FU-35.
         */
        public function getCompletedLocation(): string {}
    }
}
