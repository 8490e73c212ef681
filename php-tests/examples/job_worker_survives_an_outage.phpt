--TEST--
The example job_worker.php: a pool with a circuit breaker carries the workers over an outage of the service
--DESCRIPTION--
Rules: PO-6, PO-8, PO-18, PO-24, CB-1, CB-2, CB-4, CB-5, CB-6, CB-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

foreach ([['6', '60', '3'], ['1', '20', '1']] as $arguments) {
    print_child(child_php(__DIR__ . '/../../examples/job_worker.php', args: $arguments, seconds: 20));
}
--EXPECTF--
6 workers, 60 jobs, at most 3 connections
60 jobs done, 60 of them different, 60 processed by the service
the service hung up 10 times
%d attempts failed, %d were spared: the circuit breaker opened %d times
in the end it is ACTIVE
[status 0]
1 workers, 20 jobs, at most 1 connections
20 jobs done, 20 of them different, 20 processed by the service
the service hung up 10 times
%d attempts failed, %d were spared: the circuit breaker opened %d times
in the end it is ACTIVE
[status 0]
