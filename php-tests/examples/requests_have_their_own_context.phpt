--TEST--
The example request_context.php: what runs for a request sees the request's context, and what all share
--DESCRIPTION--
Rules: CX-1, CX-7, CX-10, SC-11, SC-27
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$result = child_php(__DIR__ . '/../../examples/request_context.php', seconds: 20);
// The order of lines within a log depends on how fast two queries are.
$lines = explode("\n", $result['out']);
sort($lines);
print_child(['out' => implode("\n", $lines)] + $result);
--EXPECT--
18 answers with their own log only, 2 too late
[shop r1] begin /page
[shop r1] end /page
[shop r1] got basket
[shop r1] got user
[shop r1] query basket
[shop r1] query user
r14: Scope has been disposed due to timeout
r7: Scope has been disposed due to timeout
the log of r1:
[status 0]
