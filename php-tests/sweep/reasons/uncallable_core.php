<?php

/*
 * Functions of PHP itself that cannot be called in a test: a reason, and the functions.
 */

return [
    'It replaces or ends the process.' => 'pcntl_exec',
    'It changes the root directory of the process.' => 'chroot',
    'It would load a module into the process.' => 'dl',
    'There is no upload in a script of the command line.' => 'move_uploaded_file',
    'Its callback runs when headers are sent, which the command line does not do.' => 'header_register_callback',
    'It writes into the log of the system.' => 'syslog',
    'It is called by PHP, inside the streams whose functions are tried.' =>
        'stream_bucket_make_writeable stream_bucket_prepend stream_bucket_append stream_bucket_new php_user_filter::*',
    'It reads the terminal of the process.' => 'readline readline_callback_read_char',
];
