--TEST--
The example crawler.php: every page is read once, within limits of concurrency and rate
--DESCRIPTION--
Rules: TS-3, TS-7, TG-9, TG-16, CH-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(__DIR__ . '/../../examples/crawler.php', args: ['60', '4', '200'], seconds: 30));
--EXPECT--
60 pages, 1 error
  /missing: unexpected answer: HTTP/1.1 404 Not Found
limits kept: at most 4 at a time, at most 200 a second
[status 0]
