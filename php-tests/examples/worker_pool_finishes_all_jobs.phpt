--TEST--
The example worker_pool.php: a pool in a scope finishes every job
--DESCRIPTION--
Rules: SC-10, SC-35, PR-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$result = child_php(__DIR__ . '/../../examples/worker_pool.php', args: ['3', '30'], seconds: 20);
$result['out'] = preg_replace('/process \d+/', 'process N', $result['out']);
print_child($result);
--EXPECT--
3 workers, 30 jobs, process N
all jobs are done
30 jobs finished, 30 files whole, 0 torn, 0 jobs left
busy workers: 3 of 3
[status 0]
