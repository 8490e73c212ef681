<?php

/*
 * Functions of PHP itself that change what all coroutines share on purpose: a reason, and the functions.
 */

return [
    'What is called at the end of the script belongs to the script.' => 'register_shutdown_function',
    'Functions called at every tick belong to the process.' => 'register_tick_function unregister_tick_function',
    'The handler is that of the script.' => 'set_error_handler set_exception_handler pcntl_signal',
    'Where files are searched is a setting of the script.' => 'set_include_path',
    'Autoloaders are those of the script.' => 'spl_autoload_register spl_autoload_unregister',
];
