<?php

/*
 * Functions of cURL, sockets and System V that have nothing to wait for: a reason, and the functions.
 */

return [
    'It works on what the handle holds.' => '
        socket_last_error socket_clear_error socket_addrinfo_explain curl_close curl_copy_handle curl_errno curl_error curl_escape
        curl_unescape curl_multi_setopt curl_getinfo curl_init curl_upkeep curl_multi_add_handle curl_multi_close curl_multi_errno
        curl_multi_getcontent curl_multi_info_read curl_multi_remove_handle curl_pause curl_reset curl_setopt_array curl_setopt
        curl_share_close curl_share_errno curl_share_setopt curl_file_create socket_set_nonblock socket_set_block socket_set_option
        socket_setopt socket_getsockname socket_getpeername socket_get_option socket_getopt',
    'It asks the system for something that is there at once.' => '
        socket_listen socket_bind socket_close socket_shutdown socket_import_stream socket_export_stream socket_atmark
        socket_addrinfo_bind msg_remove_queue msg_stat_queue msg_set_queue sem_release sem_remove shm_detach shm_has_var shm_remove
        shm_put_var shm_get_var shm_remove_var',
];
