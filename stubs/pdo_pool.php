<?php

/**
 * The pool of connections inside PDO, for the drivers mysql, pgsql and sqlite. See true_async.php for what holds everywhere;
 * "spec" names rules of the specification of the primitives. Of the class PDO this file has only what the extension adds.
 *
 * With ATTR_POOL_ENABLED among the options of the constructor (or of PDO::connect(), PHP 8.4) one PDO object serves all
 * coroutines: it has no connection of its own, and every coroutine that uses it is lent one.
 *
 *     $pdo = new PDO($dsn, $user, $password, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 20]);
 *
 * A coroutine keeps its connection as long as it has a statement of it, a transaction is open, or its session was
 * changed; otherwise the connection goes back after the call. When the coroutine ends, what is not committed is rolled
 * back and a changed session is reset (spec primitives PP-8 to PP-18, PP-31 to PP-33).
 *
 * What all calls of a pooled object have in common:
 * - Those that need a connection may suspend: while they wait for one, first come, first served and without a time limit,
 *   while they connect, and in the driver, but for sqlite. inTransaction(), lastInsertId(), errorCode() and errorInfo() never
 *   do, and never get a connection (spec primitives PP-13, PP-20).
 * - They fail as without a pool, by the error mode. Errors of connecting come from the first call that needs a connection.
 *   A coroutine that is cancelled meanwhile is thrown the cancellation (spec primitives PP-4, PP-22, PP-23).
 * - A connection that the server has ended, or whose query was cancelled, is given up; the next call of the coroutine gets
 *   another one (spec primitives PP-26, PP-27).
 * - The constructor throws PDOException for ATTR_PERSISTENT, for other drivers, and for databases in memory that only one
 *   connection can see (spec primitives PP-2, PP-3, PP-43).
 * - sqlite: functions, aggregates and collations are registered for all connections, before the first one is used; openBlob(),
 *   loadExtension() and setAuthorizer() throw PDOException (spec primitives PP-44 to PP-46, PP-53).
 */

namespace {
    class PDO
    {
        /**
         * Whether there is a pool; bool, false by default. Of the constructor; getAttribute() tells.
         *
         * Spec primitives PP-1, PP-7.
         */
        public const ATTR_POOL_ENABLED = 22;

        /**
         * How many connections the constructor opens and the health check keeps open; 0 (the default) or more. getAttribute()
         * tells what holds, false without a pool.
         *
         * Spec primitives PP-4, PP-7.
         */
        public const ATTR_POOL_MIN = 23;

        /**
         * How many connections there are at most, 10 by default; 1 or more, and not below ATTR_POOL_MIN. getAttribute() tells
         * what holds, false without a pool.
         *
         * Spec primitives PP-7, PP-20.
         */
        public const ATTR_POOL_MAX = 24;

        /**
         * Milliseconds between two checks of the idle connections; 0 (the default) for none. Dead ones are replaced, down to
         * ATTR_POOL_MIN. getAttribute() fails by the error mode, with SQLSTATE IM001.
         *
         * Spec primitives PP-7, PP-41.
         */
        public const ATTR_POOL_HEALTHCHECK_INTERVAL = 25;

        /**
         * How many statements that the server has prepared every connection of mysql and pgsql keeps, by their text; the one
         * that was not used for the longest time goes first. 0 (the default) for none. Emulated ones are not kept.
         *
         * Spec primitives PP-36, PP-37, PP-38.
         */
        public const ATTR_POOL_STMT_CACHE_SIZE = 26;

        /**
         * Returns the pool behind the object, for its counters: the same object on every call, also valid when the PDO object
         * is gone; null without ATTR_POOL_ENABLED. Acquiring from it is not supported.
         *
         * Never suspends, throws nothing. Spec primitives PP-6.
         */
        public function getPool(): ?\Async\Pool {}
    }
}
