<?php

declare(strict_types=1);

/*
 * Code that uses PostgreSQL through ODBC: with `$dsn`, the functions of lib/library_locks.php and the extensions odbc, pdo_odbc and pgsql.
 */

require_once __DIR__ . '/database.php';
require_once __DIR__ . '/child.php';

/** Why a test cannot run here, or null. */
function odbc_missing(): ?string
{
    foreach (['odbc', 'pdo_odbc'] as $name) {
        if (!is_file(ini_get('extension_dir') . "/$name.so")) {
            return "needs $name";
        }
    }
    return PostgresServer::missing() ?? (odbc_drivers() ? null : 'there is no ODBC driver of PostgreSQL');
}

/** @return list<string> */
function odbc_drivers(): array
{
    return glob('/usr/lib/*/odbc/psqlodbcw.so');
}

/** Its output. `$threading` is how the manager serialises calls of threads; by default it leaves that to the driver. */
function with_odbc(PostgresServer $server, string $code, array $ini = [], ?int $threading = null): string
{
    $dir = make_temporary_directory();
    $threading = $threading === null ? '' : "Threading=$threading\n";
    file_put_contents("$dir/odbcinst.ini", '[Tested]' . "\nDriver=" . odbc_drivers()[0] . "\n$threading");
    $dsn = "Driver=Tested;Server=$server->host;Port=$server->port;Database=postgres;Uid=$server->user";
    $before = sprintf('require %s; $dsn = %s;', var_export(__DIR__ . '/library_locks.php', true), var_export($dsn, true));
    putenv("ODBCSYSINI=$dir");
    try {
        return child_php("<?php use function Async\\{spawn, await, suspend, delay}; $before\n$code\n",
            $ini + ['extension' => shared_extensions('pdo', 'odbc', 'pdo_odbc', 'pgsql')], seconds: 15)['out'];
    } finally {
        putenv('ODBCSYSINI');
        remove_tree($dir);
    }
}
