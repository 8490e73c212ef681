<?php

/*
 * Sessions. A script has one, so two coroutines see the same; their files are no place to wait, and neither are their handlers
 * (FW-4): what two coroutines do happens one after the other.
 */

$started = function (Side $s): void {
    if (session_status() !== PHP_SESSION_ACTIVE) {
        session_set_save_handler(new SlowSessions());
        session_id('sweep');
        session_start(['use_cookies' => 0, 'cache_limiter' => '']);
        $_SESSION['name'] = $s->name;
    }
};
$ended = function (): void {
    session_status() === PHP_SESSION_ACTIVE && session_abort();
    ini_set('session.use_cookies', 0);
    ini_set('session.cache_limiter', '');
    SlowSessions::$data = [];
};
$session = [
    'before' => $ended,
    'args' => function (Side $s) use ($started) {
        $started($s);
        return [];
    },
    'shared' => false,
    'result' => fn($result) => [$result, session_status(), SlowSessions::$data, $_SESSION ?? null],
    'ignore' => ['operations'],
];

return [
    'session_start' => ['args' => function () {
        session_set_save_handler(new SlowSessions());
        session_id('sweep');
        return [];
    }] + $session,
    'session_write_close, session_commit, session_destroy, session_reset, session_abort, session_gc' => $session,
    'session_regenerate_id' => ['result' => fn($result) => $result] + $session,
    'session_save_path' => ['before' => $ended, 'args' => fn() => [], 'result' => fn($path) => is_string($path)],
    'SessionHandler::create_sid, SessionHandler::close, SessionHandler::open, SessionHandler::read, SessionHandler::write,'
        . 'SessionHandler::destroy, SessionHandler::gc' => ['before' => $ended,
            'args' => fn(Side $s) => [$s->word(), 1], 'shared' => false],
];
