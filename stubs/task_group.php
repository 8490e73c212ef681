<?php

/**
 * Groups of tasks. See true_async.php for what holds everywhere; "spec" names rules of the specification of the primitives.
 */

namespace Async {
    /**
     * Tasks that belong together: each has a key, and its outcome stays in the group. Not cloneable, not serializable.
     *
     * As an Awaitable it completes with null when no task runs and none waits for its turn. When a group with errors goes
     * that were not asked for, they are offered to the exception handlers of its scope and of the scopes above, as one
     * CompositeException; if none takes it, it is dropped.
     *
     * Spec primitives TG-5, TG-12, TG-29, TG-31, TG-32, TG-38…TG-40.
     */
    final class TaskGroup implements Awaitable, \Countable, \IteratorAggregate
    {
        /**
         * Makes an empty group. Without a scope it owns a new child of the current one, which ends with it.
         *
         * Never suspends. Spec primitives TG-1…TG-4.
         *
         * @param ?int $concurrency most tasks that run at once, 0…4294967295; null or 0: any number
         * @param ?int $queueLimit most tasks that wait for their turn, 0…4294967295; null: twice the concurrency; 0: any number.
         *     Beyond it spawn() waits
         * @param ?Scope $scope the scope in which the tasks run; the group keeps the object alive
         * @throws \ValueError for a number out of range
         * @throws AsyncException if the scope was disposed of
         */
        public function __construct(?int $concurrency = null, ?int $queueLimit = null, ?Scope $scope = null) {}

        /**
         * Adds a task under the next automatic key: 0, 1, 2 … A call that fails uses one up as well.
         *
         * With a free slot its coroutine is queued; else the task waits for its turn. It never runs inside the call. What it
         * returns is its result, what it throws its error.
         *
         * May suspend: while too many tasks wait for their turn. Spec primitives TG-6, TG-8…TG-12.
         *
         * @param callable $task the task
         * @param mixed ...$args its arguments, positional or named
         * @throws AsyncException if the group is closed, or the key is taken
         */
        public function spawn(callable $task, mixed ...$args): void {}

        /**
         * Adds a task under a key of the caller's; otherwise as spawn().
         *
         * May suspend: while too many tasks wait for their turn. Spec primitives TG-7…TG-12.
         *
         * @param string|int $key the key of its result; a string that PHP would make an integer as the key of an array is one
         * @param callable $task the task
         * @param mixed ...$args its arguments, positional or named
         * @throws AsyncException if the group is closed, or the key is taken
         */
        public function spawnWithKey(string|int $key, callable $task, mixed ...$args): void {}

        /**
         * Returns a future of all results by key, in the order in which the tasks were spawned. It completes when no task runs
         * and none waits for its turn, at once if that is so.
         *
         * Never suspends. Spec primitives TG-14, TG-15.
         *
         * @param bool $ignoreErrors false: if a task has failed, the future is rejected with a CompositeException of all errors;
         *     true: it completes with the results there are
         */
        public function all(bool $ignoreErrors = false): Future {}

        /**
         * Returns a future of the outcome of the first task, in the order in which they were spawned, that has one already;
         * else of the first one that ends. An error rejects it. The other tasks go on.
         *
         * Never suspends. Spec primitives TG-14, TG-16, TG-18.
         *
         * @throws AsyncException if there are no tasks
         */
        public function race(): Future {}

        /**
         * Returns a future of the result of the first task, in the order in which they were spawned, that has succeeded already;
         * else of the next one that succeeds. If all have failed it is rejected with a CompositeException of all errors.
         *
         * Never suspends. Spec primitives TG-14, TG-17, TG-18.
         *
         * @throws AsyncException if there are no tasks
         */
        public function any(): Future {}

        /**
         * Returns the results so far by key, in the order in which the tasks were spawned.
         *
         * Never suspends, throws nothing. Spec primitives TG-30.
         *
         * @return array<string|int, mixed>
         */
        public function getResults(): array {}

        /**
         * Returns the exceptions so far by key, in the order in which the tasks were spawned. They count as handled.
         *
         * Never suspends, throws nothing. Spec primitives TG-30, TG-31.
         *
         * @return array<string|int, \Throwable>
         */
        public function getErrors(): array {}

        /**
         * Errors so far count as handled.
         *
         * Never suspends, throws nothing. Spec primitives TG-30, TG-31.
         */
        public function suppressErrors(): void {}

        /**
         * Closes the group and cancels its tasks: those that wait for their turn are discarded, those that run get the
         * cancellation. Errors count as handled, apart from those that still come. Does nothing if it is closed.
         *
         * Never suspends. Spec primitives TG-23, TG-24, TG-42.
         *
         * @param ?AsyncCancellation $cancellation the reason; null: a new one, "TaskGroup cancelled"
         */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /**
         * Takes no more tasks; those that are there go on. Once nothing is left to do, the group is completed.
         *
         * Never suspends, throws nothing. Spec primitives TG-22.
         */
        public function close(): void {}

        /**
         * Cancels everything in the scope of the tasks and leaves the group open: tasks that wait for their turn start as slots
         * become free. With nothing to cancel the scope takes no further tasks.
         *
         * Never suspends. Spec primitives TG-25, TG-41, TG-42.
         */
        public function dispose(): void {}

        /**
         * Returns whether no task runs and none waits for its turn; so for a new group.
         *
         * Never suspends, throws nothing. Spec primitives TG-26.
         */
        public function isFinished(): bool {}

        /**
         * Returns whether close() or cancel() was called.
         *
         * Never suspends, throws nothing. Spec primitives TG-26.
         */
        public function isClosed(): bool {}

        /**
         * Returns the number of tasks, whatever their state.
         *
         * Never suspends, throws nothing. Spec primitives TG-26.
         */
        public function count(): int {}

        /**
         * Waits until no task runs and none waits for its turn. Errors of tasks are not thrown.
         *
         * May suspend. Spec primitives TG-27.
         *
         * @throws AsyncException if the group is not closed, or waiting is impossible here
         */
        public function awaitCompletion(): void {}

        /**
         * Registers a handler for when the group is completed: closed, with every task settled. Then it is called at once.
         *
         * The handlers run in a coroutine of the scope, one after the other; what they throw goes to the exception handlers of
         * the scope.
         *
         * Never suspends. Spec primitives TG-28, CM-18.
         *
         * @param \Closure $callback gets the group
         * @throws \Throwable what the handler throws if it is called at once
         */
        public function finally(\Closure $callback): void {}

        /**
         * Is for `foreach`, not for calls of your own: `foreach ($group as $key => [$result, $error])` walks through the tasks
         * in the order in which they were spawned, waits for each, starts from the first one every time. It ends when
         * the group is closed and has nothing left.
         *
         * Never suspends; `foreach` does. Spec primitives TG-33…TG-37.
         *
         * @throws \Error always
         */
        public function getIterator(): \Iterator {}
    }

    /**
     * A group of tasks that leave it when their outcome is delivered: by joinNext(), joinAny(), joinAll() or `foreach`.
     * Otherwise as TaskGroup. Not cloneable, not serializable.
     *
     * Spec primitives TS-1, TS-7, TS-8, TS-10.
     */
    final class TaskSet implements Awaitable, \Countable, \IteratorAggregate
    {
        /**
         * Makes an empty set. Without a scope it owns a new child of the current one, which ends with it.
         *
         * Never suspends. Spec primitives TG-1…TG-4.
         *
         * @param ?int $concurrency most tasks that run at once, 0…4294967295; null or 0: any number
         * @param ?int $queueLimit most tasks that wait for their turn, 0…4294967295; null: twice the concurrency; 0: any number.
         *     Beyond it spawn() waits
         * @param ?Scope $scope the scope in which the tasks run; the set keeps the object alive
         * @throws \ValueError for a number out of range
         * @throws AsyncException if the scope was disposed of
         */
        public function __construct(?int $concurrency = null, ?int $queueLimit = null, ?Scope $scope = null) {}

        /**
         * Adds a task under the next automatic key: 0, 1, 2 … A call that fails uses one up as well.
         *
         * With a free slot its coroutine is queued; else the task waits for its turn. It never runs inside the call. What it
         * returns is its result, what it throws its error.
         *
         * May suspend: while too many tasks wait for their turn. Spec primitives TG-6, TG-8…TG-12.
         *
         * @param callable $task the task
         * @param mixed ...$args its arguments, positional or named
         * @throws AsyncException if the set is closed, or the key is taken
         */
        public function spawn(callable $task, mixed ...$args): void {}

        /**
         * Adds a task under a key of the caller's; otherwise as spawn().
         *
         * May suspend: while too many tasks wait for their turn. Spec primitives TG-7…TG-12.
         *
         * @param string|int $key the key of its result; a string that PHP would make an integer as the key of an array is one
         * @param callable $task the task
         * @param mixed ...$args its arguments, positional or named
         * @throws AsyncException if the set is closed, or the key is taken
         */
        public function spawnWithKey(string|int $key, callable $task, mixed ...$args): void {}

        /**
         * Returns a future of the outcome of the first task, in the order in which they were spawned, that has one already;
         * else of one that ends next. An error rejects it. The task leaves the set with it, so every call is for another one.
         *
         * Never suspends. Spec primitives TS-2, TS-3, TG-16.
         *
         * @throws AsyncException if there are no tasks
         */
        public function joinNext(): Future {}

        /**
         * Returns a future of the result of the first task, in the order in which they were spawned, that has succeeded already;
         * else of one that succeeds next. That task leaves the set, failed ones stay. If all have failed it is rejected with a
         * CompositeException of all errors.
         *
         * Never suspends. Spec primitives TS-2, TS-5, TG-17.
         *
         * @throws AsyncException if there are no tasks
         */
        public function joinAny(): Future {}

        /**
         * Returns a future of all results by key, as TaskGroup::all(). When it is settled, all tasks leave the set.
         *
         * Never suspends. Spec primitives TS-2, TS-4, TG-15.
         *
         * @param bool $ignoreErrors false: if a task has failed, the future is rejected with a CompositeException of all errors;
         *     true: it completes with the results there are
         */
        public function joinAll(bool $ignoreErrors = false): Future {}

        /**
         * Closes the set and cancels its tasks: those that wait for their turn are discarded, those that run get the
         * cancellation. Errors count as handled, apart from those that still come. Does nothing if it is closed.
         *
         * Never suspends. Spec primitives TG-23, TG-24, TG-42.
         *
         * @param ?AsyncCancellation $cancellation the reason; null: a new one, "TaskGroup cancelled"
         */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /**
         * Takes no more tasks; those that are there go on. Once nothing is left to do, the set is completed.
         *
         * Never suspends, throws nothing. Spec primitives TG-22.
         */
        public function close(): void {}

        /**
         * Cancels everything in the scope of the tasks and leaves the set open: tasks that wait for their turn start as slots
         * become free. With nothing to cancel the scope takes no further tasks.
         *
         * Never suspends. Spec primitives TG-25, TG-41, TG-42.
         */
        public function dispose(): void {}

        /**
         * Returns whether no task runs and none waits for its turn; so for a new set.
         *
         * Never suspends, throws nothing. Spec primitives TG-26, TS-11.
         */
        public function isFinished(): bool {}

        /**
         * Returns whether close() or cancel() was called.
         *
         * Never suspends, throws nothing. Spec primitives TG-26.
         */
        public function isClosed(): bool {}

        /**
         * Returns the number of tasks that were not delivered yet, whatever their state.
         *
         * Never suspends, throws nothing. Spec primitives TS-7.
         */
        public function count(): int {}

        /**
         * Waits until no task runs and none waits for its turn. Errors of tasks are not thrown.
         *
         * May suspend. Spec primitives TG-27.
         *
         * @throws AsyncException if the set is not closed, or waiting is impossible here
         */
        public function awaitCompletion(): void {}

        /**
         * Registers a handler for when the set is completed: closed, with every task settled. Then it is called at once.
         *
         * The handlers run in a coroutine of the scope, one after the other; what they throw goes to the exception handlers of
         * the scope.
         *
         * Never suspends. Spec primitives TG-28, CM-18.
         *
         * @param \Closure $callback gets the set
         * @throws \Throwable what the handler throws if it is called at once
         */
        public function finally(\Closure $callback): void {}

        /**
         * Is for `foreach`, not for calls of your own: `foreach ($set as $key => [$result, $error])` walks through the tasks
         * in the order in which they were spawned, waits for each, and takes it out of the set. It ends when
         * the set is closed and has nothing left.
         *
         * Never suspends; `foreach` does. Spec primitives TG-33…TG-37, TS-6.
         *
         * @throws \Error always
         */
        public function getIterator(): \Iterator {}
    }
}
