<?php

declare(strict_types=1);

/* What both servers of bench/pdo answer with: ten queries to a database, one after the other. */

const ITEMS = 1000;

function fill(PDO $pdo): void
{
    $pdo->exec('CREATE TABLE items (id INT PRIMARY KEY, name VARCHAR(40))');
    foreach (array_chunk(range(1, ITEMS), 100) as $ids) {
        $pdo->exec('INSERT INTO items VALUES ' . implode(', ', array_map(fn(int $id) => "($id, 'item number $id')", $ids)));
    }
}

/** The names of ten items, each by a query of its own. Throws when one is not what was asked for. */
function ten_queries(PDO $pdo): string
{
    $names = '';
    for ($i = 0; $i < 10; $i++) {
        $id = random_int(1, ITEMS);
        $name = $pdo->query("SELECT name FROM items WHERE id = $id")->fetchColumn();
        if ($name !== "item number $id") {
            throw new UnexpectedValueException("item $id is called " . var_export($name, true));
        }
        $names .= "$name\n";
    }
    return $names;
}
