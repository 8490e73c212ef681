<?php

/*
 * Functions of PHP itself that have nothing to wait for: a reason, and the functions.
 */

return [
    'The system takes the path; no stream wrapper is asked.' => '
        chdir disk_total_space disk_free_space diskfreespace ftok iptcembed link linkinfo readlink realpath symlink tempnam
        stream_resolve_include_path posix_mkfifo posix_mknod posix_access posix_eaccess posix_pathconf readline_read_history
        readline_write_history',
    'It only looks at what is there.' => '
        clearstatcache ftell stream_is_local stream_context_get_options stream_socket_get_name stream_set_chunk_size proc_get_status',
    'It asks the system for something that is there at once.' =>
        'stream_socket_server stream_socket_shutdown popen proc_open proc_terminate',
    'It does not ask objects for text, or for anything else.' => 'array_sum http_build_query var_export',
    'An output callback may not wait (OUT-1).' => 'ob_start ob_flush ob_clean ob_end_flush ob_end_clean ob_get_flush ob_get_clean',
    'What is named like a path is a list of names.' => 'setlocale',
];
