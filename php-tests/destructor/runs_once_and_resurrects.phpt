--TEST--
GC-21: the destructor runs once; an object stored elsewhere meanwhile stays usable
--DESCRIPTION--
Rules: GC-21
Order: independent
--FILE--
<?php
use function Async\suspend;

class R { public $v = 'usable'; function __destruct() { echo "destructor\n"; $GLOBALS['saved'] = $this; suspend(); } }
$r = new R; unset($r);
echo $saved->v, "\n";
unset($saved);
echo "end\n";
--EXPECT--
destructor
usable
end
