--TEST--
The example pipeline.php: stages joined by channels, nothing lost, never more waiting than the channels hold
--DESCRIPTION--
Rules: CH-14, CH-23, CH-48, CH-49, TG-22, TG-27
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(__DIR__ . '/../../examples/pipeline.php', args: ['500'], seconds: 20));
--EXPECT--
500 lines: 490 records, 10 malformed
country 0: 48839 bytes
country 1: 73339 bytes
country 2: 48832 bytes
nothing lost, never more than 64 items waiting
[status 0]
