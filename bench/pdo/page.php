<?php

declare(strict_types=1);

/* The page of PHP's built-in web server, whose workers keep a connection each. BENCH_DSN and BENCH_USER name the database. */

require __DIR__ . '/queries.php';

$pdo = new PDO(getenv('BENCH_DSN'), getenv('BENCH_USER'), '', [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_PERSISTENT => true,
]);
header('Content-Type: text/plain');
echo ten_queries($pdo);
