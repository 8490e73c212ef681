<?php

/*
 * pgsql on PostgreSQL: connections, results and large objects.
 */

$select = fn(Side $s) => "SELECT id, name FROM sweep_$s->name ORDER BY id";
$link = fn(Side $s) => $s->once(fn() => slow_pgsql($s));
$result = fn(Side $s) => $s->once(fn() => pg_query(slow_pgsql($s), $select($s)));
$prepared = fn(Side $s) =>
    $s->once(fn() => tap(slow_pgsql($s),
    fn($link) => pg_prepare($link, 'statement', "SELECT name, '$s->name' FROM sweep_$s->name WHERE id >= $1")));
$sent = fn(Side $s) => $s->once(fn() => tap(slow_pgsql($s), fn($link) => pg_send_query($link, "SELECT pg_sleep(0.01), '$s->name'")));
/** A large object in a transaction: [connection, its number, handle]. */
$large = fn(Side $s) => $s->once(function () use ($s) {
    $link = slow_pgsql($s);
    pg_query($link, 'BEGIN');
    $oid = pg_lo_create($link);
    $handle = pg_lo_open($link, $oid, 'r+');
    pg_lo_write($handle, $s->text());
    pg_lo_seek($handle, 0);
    return [$link, $oid, $handle];
});
$copying = fn(Side $s) => $s->once(fn() => tap(slow_pgsql($s), fn($link) => pg_query($link, "COPY sweep_$s->name FROM STDIN")));
$about = fn($value) => match (true) {
    $value instanceof PgSql\Result => pg_fetch_all($value),
    $value instanceof PgSql\Connection => pg_dbname($value),
    is_int($value) && $value > 100 => 'a number',
    default => $value,
};
$address = fn() => 'host=127.0.0.1 port=' . Servers::port('postgres') . ' dbname=postgres user=test';

$recipes = [
    'pg_connect' => ['args' => fn() => [$address(), PGSQL_CONNECT_FORCE_NEW], 'shared' => false],
    'pg_pconnect' => ['args' => fn(Side $s) => [$address() . " application_name=$s->name"], 'shared' => false],
    'pg_pconnect#of_one' => ['args' => fn(Side $s) => [$address() . ' application_name=one']],
    'pg_connect_poll' =>
        ['args' => fn(Side $s) => [$s->once(fn() => pg_connect($address(), PGSQL_CONNECT_FORCE_NEW | PGSQL_CONNECT_ASYNC))],
        'ignore' => ['result']],
    'pg_query, pg_exec, pg_send_query' => fn(Side $s) => [$link($s), $select($s)],
    'pg_query_params, pg_send_query_params' => fn(Side $s) => [$link($s), "SELECT name FROM sweep_$s->name WHERE id >= $1", [1 + $s->n]],
    'pg_prepare, pg_send_prepare' => fn(Side $s) => [$link($s), $s->word('statement'), $select($s)],
    'pg_execute, pg_send_execute' => fn(Side $s) => [$prepared($s), 'statement', [1 + $s->n]],
    'pg_get_result' => ['args' => fn(Side $s) => [$sent($s)], 'shared' => false],
    'pg_cancel_query' => ['args' => fn(Side $s) => [$sent($s)], 'shared' => false],
    'pg_consume_input, pg_flush, pg_connection_busy, pg_socket' => ['args' => fn(Side $s) => [$sent($s)],
        'ignore' => ['result', 'states'], 'shared' => false],
    'pg_connection_reset, pg_ping' => fn(Side $s) => [$link($s)],
    'pg_close' => fn(Side $s) => [$link($s)],
    'pg_dbname, pg_host, pg_port, pg_tty, pg_options, pg_version, pg_last_error, pg_errormessage, pg_connection_status,'
        . 'pg_transaction_status, pg_get_pid, pg_get_notify, pg_last_notice, pg_client_encoding, pg_clientencoding, pg_untrace, pg_end_copy'
        => ['args' => fn(Side $s) => [$link($s)], 'ignore' => ['states']],
    'pg_parameter_status' => fn(Side $s) => [$link($s), 'server_version'],
    'pg_set_error_verbosity' => fn(Side $s) => [$link($s), PGSQL_ERRORS_TERSE],
    'pg_set_client_encoding, pg_setclientencoding' => fn(Side $s) => [$link($s), 'LATIN1'],
    'pg_trace' => fn(Side $s) => [$s->realPath('trace'), 'w', $link($s)],
    'pg_put_line' => [
        'args' => fn(Side $s) => [$copying($s), "9\t{$s->word()}\n"],
        // PHP never comes to the end of a connection in this state.
        'result' => fn($result, array $args) => [$result, pg_put_line($args[0], "\\.\n"), pg_end_copy($args[0])],
        'shared' => false,
    ],
    'pg_end_copy' => ['args' => fn(Side $s) => [tap($copying($s), fn($link) => pg_put_line($link, "\\.\n"))], 'shared' => false],
    'pg_copy_to' => fn(Side $s) => [$link($s), "sweep_$s->name"],
    'pg_copy_from' => fn(Side $s) => [$link($s), "sweep_$s->name", ["7\t{$s->word()}\n", "8\tmore\n"]],
    'pg_escape_string, pg_escape_bytea, pg_escape_literal, pg_escape_identifier' => fn(Side $s) => [$link($s), "'{$s->word()}"],
    'pg_meta_data' => fn(Side $s) => [$link($s), "sweep_$s->name"],
    'pg_convert' => fn(Side $s) => [$link($s), "sweep_$s->name", ['name' => $s->word()]],
    'pg_insert' => fn(Side $s) => [$link($s), "sweep_$s->name", ['name' => $s->word()]],
    'pg_update' => fn(Side $s) => [$link($s), "sweep_$s->name", ['name' => $s->word()], ['id' => 1]],
    'pg_delete, pg_select' => fn(Side $s) => [$link($s), "sweep_$s->name", ['id' => 2]],
    'pg_field_table' => ['args' => fn(Side $s) => [$result($s), 1]],
    'pg_field_type, pg_fieldtype, pg_field_type_oid, pg_field_name, pg_fieldname, pg_field_size, pg_fieldsize' =>
        fn(Side $s) => [$result($s), 1],
    'pg_field_num, pg_fieldnum' => fn(Side $s) => [$result($s), 'name'],
    'pg_num_rows, pg_numrows, pg_num_fields, pg_numfields, pg_affected_rows, pg_cmdtuples, pg_fetch_row, pg_fetch_assoc, pg_fetch_array,'
        . 'pg_fetch_object, pg_fetch_all, pg_fetch_all_columns, pg_free_result, pg_freeresult, pg_last_oid, pg_getlastoid, pg_result_error,'
        . 'pg_result_status' => fn(Side $s) => [$result($s)],
    'pg_fetch_result, pg_result, pg_field_prtlen, pg_fieldprtlen, pg_field_is_null, pg_fieldisnull' => fn(Side $s) => [$result($s), 0, 1],
    'pg_result_seek' => fn(Side $s) => [$result($s), 1],
    'pg_result_error_field' => fn(Side $s) => [$result($s), PGSQL_DIAG_SQLSTATE],
    'pg_lo_create, pg_locreate' => fn(Side $s) => [$large($s)[0]],
    'pg_lo_unlink, pg_lounlink' => ['args' => fn(Side $s) => [$large($s)[0], $large($s)[1]], 'shared' => false],
    'pg_lo_open, pg_loopen' => ['args' => fn(Side $s) => [$large($s)[0], $large($s)[1], 'r'], 'shared' => false],
    'pg_lo_close, pg_loclose' => ['args' => fn(Side $s) => [$large($s)[2]], 'shared' => false],
    'pg_lo_read, pg_loread' => fn(Side $s) => [$large($s)[2], 10],
    'pg_lo_read_all, pg_loreadall' => fn(Side $s) => [$large($s)[2]],
    'pg_lo_write, pg_lowrite' => fn(Side $s) => [$large($s)[2], $s->text(2)],
    'pg_lo_seek' => fn(Side $s) => [$large($s)[2], 5],
    'pg_lo_tell' => fn(Side $s) => [$large($s)[2]],
    'pg_lo_truncate' => fn(Side $s) => [$large($s)[2], 5],
    'pg_lo_import, pg_loimport' => ['args' => fn(Side $s) => [$large($s)[0], $s->real()], 'result' => fn($oid) => $oid > 0],
    'pg_lo_export, pg_loexport' => ['args' => fn(Side $s) => [$large($s)[0], $large($s)[1], $s->realPath('exported')], 'shared' => false],
    'pg_unescape_bytea' => fn(Side $s) => [$s->word()],
];
foreach ($recipes as &$recipe) {
    $recipe = $recipe instanceof Closure ? ['args' => $recipe] : $recipe;
    // Numbers of objects and processes differ.
    $recipe += ['result' => $about];
    $recipe['ignore'] = [...$recipe['ignore'] ?? [], 'args'];
}
return $recipes;
