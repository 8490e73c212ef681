--TEST--
EH-4: a coroutine without any handle runs to its end and is released
--DESCRIPTION--
Rules: EH-4, SD-26, GC-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, get_coroutines};

class Probe { function __destruct() { echo "released\n"; } }
spawn(function () { $p = new Probe; suspend(); gc_collect_cycles(); suspend(); echo "body end\n"; });
suspend();
gc_collect_cycles();
suspend(); suspend();
echo count(get_coroutines()), "\n";
--EXPECT--
body end
released
1
