--TEST--
The example aggregator.php: fan-out with time limits, fan-in of what succeeded
--DESCRIPTION--
Rules: AA-31, AA-32, AA-33, AA-42, AW-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(__DIR__ . '/../../examples/aggregator.php', seconds: 20));
--EXPECT--
catalogue      Teapot, 1.2 l
price          24.90
reviews        -
stock          7 pieces
advertisement  -
left out: advertisement  RuntimeException: unexpected answer: 
left out: broken         RuntimeException: unexpected answer: HTTP/1.1 500 Internal Server Error
left out: reviews        Async\TimeoutException: no answer within 400 ms
took little more than the limit
[status 0]
