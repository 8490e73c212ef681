<?php

/*
 * Connections of databases for the methods that are tried, by class.
 */

return [
    'SQLite3' => fn(Side $s) => slow_sqlite($s),
    'SQLite3Stmt' => fn(Side $s) => slow_sqlite($s)->prepare('SELECT id, slow(name) FROM sweep'),
    'SQLite3Result' => fn(Side $s) => slow_sqlite($s)->query('SELECT id, slow(name) FROM sweep'),
];
