<?php

/**
 * Changes in the file system. See true_async.php for what holds everywhere; "spec" names rules of the specification of the
 * primitives.
 */

namespace Async {
    /**
     * Something that happened to a watched file, or to an entry of a watched directory. No dynamic properties, not
     * serializable.
     *
     * Spec primitives FS-2, FS-3.
     */
    final readonly class FileSystemEvent
    {
        /** The path that is watched, as given to the constructor of the watcher. Spec primitives FS-2. */
        public string $path;

        /**
         * The entry: its path below the watched directory, or the name of the watched file. Null for the end of a burst of
         * changes, for a watched directory itself, and if the system does not tell: with both flags it has lost changes,
         * and anything may have happened. Spec primitives FS-2, FS-14, FS-21.
         */
        public ?string $filename;

        /** The entry was created, deleted or renamed. Spec primitives FS-3. */
        public bool $renamed;

        /** Its content, or what is known about it, changed. Spec primitives FS-3. */
        public bool $changed;
    }

    /**
     * Watches a file or a directory from its construction until close(), which its end does, too.
     *
     * `foreach` gives the events that wait, then parks until more arrive, and ends when the watcher is closed; keys count
     * from 0. Several loops share the events. Being awaited (`await_any_or_fail([$watcher, …])`) it completes with null
     * when the next event arrives or it is closed. An open watcher keeps the event loop alive until the script is ended by
     * exit() or an exception. What is watched is what has the name of the path, also when that is replaced.
     *
     * No dynamic properties, not cloneable, not serializable. Spec primitives FS-1…FS-24.
     *
     *     foreach (new Async\FileSystemWatcher('/etc/app', debounceMs: 100, extensions: ['ini']) as $event) reload();
     *
     * @implements \IteratorAggregate<int, FileSystemEvent>
     */
    final class FileSystemWatcher implements Awaitable, \IteratorAggregate
    {
        /**
         * Begins to watch.
         *
         * Never suspends, does not start the scheduler. Spec primitives FS-1, FS-2, FS-5, FS-6, FS-14…FS-17, FS-19.
         *
         * @param string $path A file or a directory. Not a URL; open_basedir is respected.
         * @param bool $recursive Also all directories below, present and future ones, 8192 at most; symbolic links to
         *     directories are not followed.
         * @param bool $coalesce One event per entry waits, with everything that happened to it; false: one per change.
         * @param int $debounceMs Milliseconds; above 0 a burst of changes gives one event, without a filename, when nothing
         *     has happened for so long.
         * @param int $maxHoldMs Milliseconds; above 0 the event comes at the latest so long after the burst has begun.
         * @param array $extensions For bursts: only files with one of these extensions count; upper and lower case are the
         *     same, a dot before them is allowed. Without any that is a string of 1 to 15 bytes everything counts.
         *
         * @throws AsyncException The path cannot be watched, or the system has no room for a watch on it or on a directory
         *     below (`Failed to start filesystem handle: …`, with $recursive `Failed to start recursive filesystem watch on
         *     …`).
         * @throws \ValueError $path contains a zero byte.
         */
        public function __construct(
            string $path,
            bool $recursive = false,
            bool $coalesce = true,
            int $debounceMs = 0,
            int $maxHoldMs = 0,
            array $extensions = [],
        ) {}

        /**
         * Stops watching. Events that wait can still be fetched, and with them everything that has happened until now; a
         * burst that has not ended is dropped. Loops that are parked end. Idempotent.
         *
         * Never suspends, throws nothing. Spec primitives FS-9, FS-11, FS-18.
         */
        public function close(): void {}

        /**
         * Returns whether it was closed, also by an error of the system.
         *
         * Never suspends, throws nothing. Spec primitives FS-11, FS-12.
         */
        public function isClosed(): bool {}

        /**
         * Returns an iterator over the events. Using it may suspend, and throws:
         *
         * - \Error in a `foreach` by reference;
         * - AsyncException where the current code cannot be suspended;
         * - InputOutputException when the system reports an error (`Filesystem monitoring error: …`); the watcher is closed;
         * - AsyncCancellation when the coroutine is cancelled; the watcher stays open.
         *
         * Never suspends itself, throws nothing. Spec primitives FS-8, FS-10, FS-12.
         *
         * @return \Iterator<int, FileSystemEvent>
         */
        public function getIterator(): \Iterator {}
    }
}
