<?php

declare(strict_types=1);

/*
 * Databases for recipes: a table per side in each, and queries that wait.
 */

/** @return list<mixed> arguments of PDO's constructor */
function pdo_arguments(Side $s, string $driver): array
{
    return match ($driver) {
        'sqlite' => ['sqlite::memory:', null, null],
        'mysql' => ['mysql:host=127.0.0.1;port=' . Servers::port('mariadb') . ';dbname=mysql', 'root', ''],
        'pgsql' => ['pgsql:host=127.0.0.1;port=' . Servers::port('postgres') . ';dbname=postgres', 'test', ''],
    };
}

/** A connection with the tables of both sides. */
function slow_pdo(Side $s, string $driver): PDO
{
    $class = class_exists('Pdo\\' . ucfirst($driver)) ? 'Pdo\\' . ucfirst($driver) : PDO::class;
    $pdo = new $class(...pdo_arguments($s, $driver));
    if ($driver === 'sqlite') {
        $pdo->sqliteCreateFunction('slow', function (string $text): string {
            Files::operation('function of a query', $text);
            return $text;
        }, 1);
    }
    $id = ['sqlite' => 'INTEGER PRIMARY KEY', 'mysql' => 'INT PRIMARY KEY AUTO_INCREMENT', 'pgsql' => 'SERIAL PRIMARY KEY'][$driver];
    foreach (['a', 'b'] as $name) {
        $pdo->exec("CREATE TEMPORARY TABLE sweep_$name (id $id, name VARCHAR(100))");
        foreach (['one', 'two', 'three'] as $word) {
            $pdo->exec("INSERT INTO sweep_$name (name) VALUES ('$word of $name')");
        }
    }
    $s->meet();
    return $pdo;
}

/** The same query, slow where the server is in the process. */
function slow_sql(PDO $pdo, string $sql): string
{
    return $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite'
        ? preg_replace(['/\bid, name\b/', "/= ('.*?')/"], ['id, slow(name)', '= slow($1)'], $sql) : $sql;
}

function slow_sqlite(Side $s): SQLite3
{
    $base = new SQLite3(':memory:');
    $base->createFunction('slow', function (string $text): string {
        Files::operation('function of a query', $text);
        return strrev($text);
    });
    $base->createCollation('slowly', function (string $x, string $y): int {
        Files::operation('collation', $x, $y);
        return $x <=> $y;
    });
    $base->createAggregate('slow_sum', function ($context, $row, $value) {
        Files::operation('step', $value);
        return ($context ?? 0) + $value;
    }, function ($context) {
        Files::operation('final', $context);
        return $context;
    });
    $base->exec('CREATE TABLE sweep (id INTEGER PRIMARY KEY, name TEXT)');
    foreach ($s->values() as $value) {
        $base->exec("INSERT INTO sweep (name) VALUES ('$value')");
    }
    $base->setAuthorizer(function (int $action): int {
        Files::operation('authorizer', $action);
        return SQLite3::OK;
    });
    return $base;
}

function slow_mysqli(Side $s): mysqli
{
    $link = $s->keep(new mysqli('127.0.0.1', 'root', '', 'mysql', Servers::port('mariadb')));
    foreach (['a', 'b'] as $name) {
        $link->query("CREATE TEMPORARY TABLE sweep_$name (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(100))");
        $link->query("INSERT INTO sweep_$name (name) VALUES ('one of $name'), ('two of $name'), ('three of $name')");
    }
    $s->meet();
    return $link;
}

function slow_pgsql(Side $s): PgSql\Connection
{
    $link = pg_connect('host=127.0.0.1 port=' . Servers::port('postgres') . ' dbname=postgres user=test', PGSQL_CONNECT_FORCE_NEW);
    $s->keep($link);
    foreach (['a', 'b'] as $name) {
        pg_query($link, "CREATE TEMPORARY TABLE sweep_$name (id SERIAL PRIMARY KEY, name VARCHAR(100))");
        pg_query($link, "INSERT INTO sweep_$name (name) VALUES ('one of $name'), ('two of $name'), ('three of $name')");
    }
    $s->meet();
    return $link;
}

/** A key of Redis of some kind and side. In a cluster all of a side are in one place: what is in braces decides. */
function redis_key(string $kind, string $name): string
{
    return $kind . '_{' . $name . '}';
}
