--TEST--
SC-65: a scope in a cycle is disposed before the destructor of its holder, which was created later
--DESCRIPTION--
Rules: SC-65, SC-63, SC-61, EH-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};
use Async\Scope;

class Holder
{
    public ?Scope $scope = null;
    function __destruct() { echo "destructor\n"; $this->scope->finally(fn($x) => print 'at once ' . get_class($x) . "\n"); echo "after\n"; }
}
$s = new Scope;
$h = new Holder;
$h->scope = $s;
$s->finally(function () use ($h) { echo "handler that holds the holder\n"; });
$s->spawn(fn() => print "body\n");
// A failed coroutine that lives until now keeps its exception to itself.
$failed = [spawn(fn() => throw new Exception("kept"))];
suspend();
echo "end of script\n";
--EXPECT--
body
end of script
destructor
at once Async\Scope
after
handler that holds the holder
