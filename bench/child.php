<?php

declare(strict_types=1);

/* One side of one case in a process of its own: child.php CASE SIDE [ARGUMENT…], the results as JSON. */

require __DIR__ . '/lib/measure.php';

[, $case, $side] = $argv;
$body = require __DIR__ . "/cases/$case.php";
echo json_encode($body($side, ...array_map(intval(...), array_slice($argv, 3)))), "\n";
