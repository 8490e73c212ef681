<?php

/*
 * Functions that are no place to wait (FW-4): a reason, and the functions.
 */

return [
    'A script has one session, and its state is that of the process.' => '
        session_start session_write_close session_commit session_destroy session_regenerate_id session_gc session_reset session_abort
        session_save_path SessionHandler::*',
    'The library keeps a lock, or state of the process, while it waits.' => 'imap_* snmp* SNMP::*',
    'What it compiles must not be left.' => 'opcache_* FFI::*',
];
