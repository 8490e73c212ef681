<?php

/*
 * Functions of mysqli that have nothing to wait for: a reason, and the functions.
 */

return [
    'It sends, and does not wait for an answer.' => '
        mysqli_close mysqli::close mysqli_stmt::send_long_data mysqli_stmt_send_long_data',
    'It works on what the object holds.' => '
        mysqli_affected_rows mysqli_character_set_name mysqli_data_seek mysqli_errno mysqli_error mysqli_error_list mysqli_fetch_field
        mysqli_fetch_fields mysqli_fetch_field_direct mysqli_fetch_lengths mysqli_field_count mysqli_field_seek
        mysqli_field_tell mysqli_get_connection_stats mysqli_get_charset mysqli_get_client_info mysqli_get_host_info
        mysqli_get_proto_info mysqli_get_server_info mysqli_get_server_version mysqli_info mysqli_insert_id mysqli_more_results
        mysqli_num_fields mysqli_num_rows mysqli_options mysqli_set_opt mysqli_real_escape_string mysqli_escape_string
        mysqli_stmt_affected_rows mysqli_stmt_attr_get mysqli_stmt_attr_set mysqli_stmt_bind_param mysqli_stmt_bind_result
        mysqli_stmt_data_seek mysqli_stmt_errno mysqli_stmt_error mysqli_stmt_error_list mysqli_stmt_field_count
        mysqli_stmt_get_warnings mysqli_stmt_init mysqli_stmt_insert_id mysqli_stmt_more_results mysqli_stmt_num_rows
        mysqli_stmt_param_count mysqli_stmt_result_metadata mysqli_stmt_sqlstate mysqli_sqlstate mysqli_ssl_set mysqli_thread_id
        mysqli_use_result mysqli_warning_count mysqli::character_set_name mysqli::debug mysqli::get_charset mysqli::get_client_info
        mysqli::get_connection_stats mysqli::get_server_info mysqli::init mysqli::more_results mysqli::real_escape_string
        mysqli::escape_string mysqli::options mysqli::set_opt mysqli::ssl_set mysqli::stmt_init mysqli::thread_safe mysqli::use_result
        mysqli_result::data_seek mysqli_result::fetch_field mysqli_result::fetch_fields mysqli_result::fetch_field_direct
        mysqli_result::field_seek mysqli_result::getIterator mysqli_stmt::attr_get mysqli_stmt::attr_set
        mysqli_stmt::bind_param mysqli_stmt::bind_result mysqli_stmt::data_seek mysqli_stmt::get_warnings mysqli_stmt::result_metadata
        mysqli_stmt::more_results mysqli_stmt::num_rows',
];
