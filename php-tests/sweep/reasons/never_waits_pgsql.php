<?php

/*
 * Functions of pgsql that have nothing to wait for: a reason, and the functions.
 */

return [
    'It sends, and does not wait for an answer.' => '
        pg_put_line pg_put_copy_data pg_put_copy_end pg_flush pg_close pg_send_query pg_send_query_params pg_send_prepare pg_send_execute',
    'sometimes: it asks the server only if pg_field_type() has not done so before in the process.' => 'pg_fieldtype',
    'It works on what the result or the connection holds.' => '
        pg_connect_poll pg_dbname pg_last_error pg_errormessage pg_options pg_port pg_tty pg_host pg_version pg_parameter_status
        pg_num_rows pg_numrows pg_num_fields pg_numfields pg_affected_rows pg_cmdtuples pg_last_notice pg_field_name pg_fieldname
        pg_field_size pg_fieldsize pg_field_type_oid pg_field_num pg_fieldnum pg_fetch_result pg_result pg_fetch_row
        pg_fetch_assoc pg_fetch_array pg_fetch_object pg_fetch_all pg_fetch_all_columns pg_result_seek pg_field_prtlen pg_fieldprtlen
        pg_field_is_null pg_fieldisnull pg_free_result pg_freeresult pg_last_oid pg_getlastoid pg_trace pg_untrace
        pg_set_error_verbosity pg_client_encoding pg_clientencoding pg_escape_string pg_escape_bytea pg_escape_literal
        pg_escape_identifier pg_result_error pg_result_error_field pg_connection_status pg_transaction_status pg_connection_busy
        pg_result_status pg_get_notify pg_get_pid pg_socket pg_consume_input
        pg_set_error_context_visibility pg_result_memory_size pg_set_chunked_rows_size pg_socket_poll',
];
