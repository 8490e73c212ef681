<?php

/**
 * Signals of the operating system. See true_async.php for what holds everywhere; "spec" names rules of the specification of
 * the primitives.
 */

namespace Async {
    /**
     * Signals that signal() can wait for. The values are Linux's numbers; on a system that numbers SIGUSR1 and SIGUSR2
     * otherwise, these two stand for the signals of the same name.
     *
     * Spec primitives SG-1.
     */
    enum Signal: int
    {
        /** The terminal is gone; by custom also: read the configuration again. */
        case SIGHUP = 1;
        /** Interrupted at the terminal (Ctrl-C). */
        case SIGINT = 2;
        /** Asked to quit at the terminal (Ctrl-\). */
        case SIGQUIT = 3;
        /** Illegal instruction. A real one still ends the process. */
        case SIGILL = 4;
        /** abort(), which ends the process all the same. */
        case SIGABRT = 6;
        /** Erroneous arithmetic. A real one still ends the process. */
        case SIGFPE = 8;
        /** Cannot be caught: waiting for it fails. */
        case SIGKILL = 9;
        /** For the program's own purposes. */
        case SIGUSR1 = 10;
        /** Invalid memory access. A real one still ends the process. */
        case SIGSEGV = 11;
        /** For the program's own purposes. */
        case SIGUSR2 = 12;
        /** Asked to end. */
        case SIGTERM = 15;
        /** Ctrl-Break on Windows; on Linux the number of SIGTTIN. */
        case SIGBREAK = 21;
        /** Another name of SIGABRT on Windows; on Linux the number of SIGTTOU. */
        case SIGABRT2 = 22;
        /** The terminal's window has another size. */
        case SIGWINCH = 28;
    }

    /**
     * Waits for a signal: returns a future that its next delivery completes.
     *
     * One delivery completes all futures of that signal. Each is completed once; call again to wait again. As long as the
     * future is pending the signal does nothing else by itself (SIGINT and SIGTERM do not end the process), and the event
     * loop stays alive; when the future has gone or has completed, everything is as before. Handlers of pcntl_signal() are
     * called as well, whichever was there first.
     *
     * Never suspends; starts the scheduler. Spec primitives SG-2…SG-12.
     *
     *     $signal = Async\await(Async\signal(Async\Signal::SIGTERM, Async\timeout(5000)));
     *
     * @param Signal $signal The signal.
     * @param Completable|null $cancellation Ends the waiting when it completes: the future is rejected with its exception,
     *     or with an AsyncCancellation `Signal wait cancelled` if it completed with a value. One that has completed before
     *     does so at once. It is not marked as used: a Future that serves for nothing else should be ignore()d.
     *
     * @return Future<Signal> The case that was given; rejected with an \Exception for a signal that cannot be caught.
     *
     * @throws AsyncException There can be no such signal here, or the scheduler cannot be started.
     */
    function signal(Signal $signal, ?Completable $cancellation = null): Future {}
}
