--TEST--
GC-5: destructors suspending in a deferred collection all start before any ends and before the next queued coroutine
--DESCRIPTION--
Rules: GC-5, GC-4, GC-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

class N { public $self; function __construct() { $this->self = $this; } function __destruct() { echo "+"; suspend(); echo "-"; } }
suspend();
for ($i = 0; $i < 3; $i++) new N;
gc_collect_cycles();
spawn(function () { echo "next"; });
suspend(); suspend();
echo "\n";
--EXPECT--
+++next---
