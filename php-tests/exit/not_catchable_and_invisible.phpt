--TEST--
SH-14: exit in a coroutine is not a Throwable and does not appear in getException()
--DESCRIPTION--
Rules: SH-14, CO-11
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await};
$c = spawn(function () { try { exit(4); } catch (Throwable $e) { echo "caught\n"; } });
register_shutdown_function(function () use ($c) { var_dump($c->isCompleted(), $c->getException()); });
suspend();
PHP));
--EXPECT--
bool(true)
NULL
[status 4]
