--TEST--
MO-5: pcntl_fork() is untouched when the API was never used
--DESCRIPTION--
Rules: MO-5
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
$pid = pcntl_fork();
if ($pid === 0) { exit(5); }
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
PHP));
--EXPECT--
int(5)
[status 0]
