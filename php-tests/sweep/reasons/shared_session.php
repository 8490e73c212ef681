<?php

/*
 * Functions of sessions and terminals that change what all coroutines share on purpose: a reason, and the functions.
 */

return [
    'The handler is that of the script.' => 'session_set_save_handler readline_completion_function readline_callback_handler_install',
];
