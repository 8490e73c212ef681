<?php

/**
 * The exceptions of threads. See true_async.php for what holds everywhere; "spec" names rules of the specification of threads.
 */

namespace Async {
    /**
     * An exception that ended a thread, as its parent gets it: with the message and the code of the one that was thrown there.
     *
     * Spec threads TH-15.
     */
    class RemoteException extends AsyncException
    {
        /** Spec threads TH-15. */
        private ?\Throwable $remoteException = null;

        /** Spec threads TH-15. */
        private string $remoteClass = '';

        /**
         * A copy of what was thrown in the thread, or null if there is none.
         *
         * Never suspends. Spec threads TH-15.
         */
        public function getRemoteException(): ?\Throwable {}

        /**
         * Name of the class of what was thrown in the thread.
         *
         * Never suspends. Spec threads TH-15.
         */
        public function getRemoteClass(): string {}
    }

    /**
     * A value or an exception could not be brought to another thread, or a thread died.
     *
     * Spec threads TH-14.
     */
    class ThreadTransferException extends AsyncException {}
}
