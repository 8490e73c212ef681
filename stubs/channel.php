<?php

/**
 * Channels: values on their way between coroutines. See true_async.php for what holds everywhere; "spec" names rules of the
 * specification of the primitives.
 */

namespace Async {
    /**
     * Why a channel was closed.
     *
     * Spec primitives CH-3.
     */
    enum ChannelCloseReason: string
    {
        /** By close(). Spec primitives CH-28. */
        case EXPLICIT = 'explicit';

        /** The object was destroyed. Spec primitives CH-45. */
        case DISPOSED = 'disposed';

        /** Receivers waited for the length of `$noProducerTimeout`. Spec primitives CH-36. */
        case NO_PRODUCERS = 'no producers timeout';

        /** Senders waited for the length of `$noConsumerTimeout`. Spec primitives CH-36. */
        case NO_CONSUMERS = 'no consumers timeout';

        /** Nothing could run any more while a soft timeout was running. Spec primitives CH-38. */
        case DEADLOCK = 'deadlock';

        /** The scope in which it was made was disposed or cancelled. Spec primitives CH-40. */
        case SCOPE_DISPOSED = 'scope disposed';
    }

    /**
     * A channel is closed, and has no value left for the caller.
     *
     * Spec primitives CH-3.
     */
    class ChannelException extends AsyncException
    {
        /** Why it was closed. Spec primitives CH-3. */
        public ChannelCloseReason $reason;
    }

    /**
     * A queue of values between coroutines. With a capacity it stores values, and send() waits only while it is full. Without
     * one it is a rendezvous: send() waits until its value was taken, unless a receiver is waiting already.
     *
     * Values are served in the order in which they were sent, to receivers in the order in which they came. `foreach`
     * receives until the channel is closed and empty; its keys are null. As an Awaitable a channel completes when it is
     * closed, with the exception. It is closed when the scope is disposed in which it was made, see Scope, and when it is
     * destroyed. Not cloneable, not serializable.
     *
     * Spec primitives CH-1…CH-53.
     */
    final class Channel implements Awaitable, \IteratorAggregate, \Countable
    {
        /**
         * Makes an open, empty channel.
         *
         * The timeouts close the channel when one side has waited for so long and the other did not come, counted from the moment in
         * which the first began to wait; with the reason that is named below. Soft ones do not keep the process alive, and
         * when nothing can run any more they close the channel at once instead of ending in a deadlock.
         *
         * Never suspends. Spec primitives CH-1, CH-4, CH-33…CH-40.
         *
         * @param int  $capacity          values that it stores, 0 to 2147483647; 0: a rendezvous
         * @param int  $noProducerTimeout milliseconds that receivers wait, 0 to 2147483647; 0: without end. NO_PRODUCERS
         * @param int  $noConsumerTimeout milliseconds that senders wait, 0 to 2147483647; 0: without end. NO_CONSUMERS
         * @param bool $hardTimeouts      whether the timeouts keep the process alive and always take their time
         * @throws \ValueError if a number is out of its range
         */
        public function __construct(
            int $capacity = 0, int $noProducerTimeout = 0, int $noConsumerTimeout = 0, bool $hardTimeouts = false,
        ) {}

        /**
         * Sends a value of any type; objects are not copied. A receiver that waits for it is put on the run queue.
         *
         * May suspend: while the channel is full, and in a rendezvous until the value was taken. Cancelled or interrupted
         * before that, the value is withdrawn. Spec primitives CH-2, CH-14…CH-17, CH-26, CH-27.
         *
         * @param mixed        $value             the value
         * @param ?Completable $cancellationToken when it completes first, the wait ends
         * @throws ChannelException if the channel is closed, or is closed before the value has found its place
         * @throws OperationCanceledException when the token completed first, with its exception as previous
         */
        public function send(mixed $value, ?Completable $cancellationToken = null): void {}

        /**
         * Sends a value if there is room for it at once; whether it did. A rendezvous has room for one value that no receiver
         * waits for yet, which is dropped if the channel is closed before it was taken.
         *
         * Never suspends, throws nothing. Spec primitives CH-18, CH-30.
         *
         * @param mixed $value the value
         */
        public function sendAsync(mixed $value): bool {}

        /**
         * Takes the oldest value that is not promised to another receiver. A closed channel gives away what it has left.
         *
         * May suspend: while there is none. Spec primitives CH-12, CH-13, CH-24, CH-25.
         *
         * @param ?Completable $cancellationToken when it completes first, the wait ends
         * @throws ChannelException if the channel is closed and empty
         * @throws OperationCanceledException when the token completed first, with its exception as previous
         */
        public function recv(?Completable $cancellationToken = null): mixed {}

        /**
         * Returns a future of the next value: completed at once if there is one, else it takes its place among the waiting
         * receivers. It is rejected with a ChannelException when the channel is closed first. Dropping or cancelling a
         * pending one gives up its place; a value that it has received goes with it.
         *
         * Never suspends, throws nothing. Spec primitives CH-19…CH-21.
         */
        public function recvAsync(): Future {}

        /**
         * Closes the channel: waiters get a ChannelException, apart from receivers that were promised a value. The
         * calling code goes on first. A closed channel stays as it is.
         *
         * Never suspends. Spec primitives CH-28…CH-32.
         */
        public function close(): void {}

        /**
         * Returns whether it was closed, for whatever reason.
         *
         * Never suspends, throws nothing. Spec primitives CH-32.
         */
        public function isClosed(): bool {}

        /**
         * Returns the capacity that the constructor was given.
         *
         * Never suspends, throws nothing. Spec primitives CH-5.
         */
        public function capacity(): int {}

        /**
         * Returns how many values are stored, those included that are promised to receivers that have not run yet.
         *
         * Never suspends, throws nothing. Spec primitives CH-5, CH-6.
         */
        public function count(): int {}

        /**
         * Returns whether count() is 0.
         *
         * Never suspends, throws nothing. Spec primitives CH-5.
         */
        public function isEmpty(): bool {}

        /**
         * Returns whether no place is left. When it returns false a place may be promised to a sender, so that sendAsync()
         * fails all the same.
         *
         * Never suspends, throws nothing. Spec primitives CH-5, CH-6.
         */
        public function isFull(): bool {}

        /**
         * Returns an iterator as `foreach` uses it. Every step takes the next value; rewinding one that has begun does
         * nothing.
         *
         * Never suspends itself; the iterator's methods may. Spec primitives CH-48…CH-52.
         */
        public function getIterator(): \Iterator {}
    }
}
