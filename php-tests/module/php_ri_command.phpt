--TEST--
MO-2: php --ri true_async prints the section
--DESCRIPTION--
Rules: MO-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$command = escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg(true_async_module()) . ' --ri true_async 2>&1';
exec($command, $lines, $status);
var_dump($status);
$text = implode("\n", $lines);
foreach (['Module => true_async', 'Support => Enabled', 'LibUv Reactor => Enabled', 'async.debug_deadlock'] as $part) {
    echo $part, ': ', var_export(str_contains($text, $part), true), "\n";
}
--EXPECT--
int(0)
Module => true_async: true
Support => Enabled: true
LibUv Reactor => Enabled: true
async.debug_deadlock: true
