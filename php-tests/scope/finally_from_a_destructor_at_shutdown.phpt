--TEST--
SC-65: finally() called by a destructor after its scope was released runs at once
--DESCRIPTION--
Rules: SC-65, SC-63
Order: dependent
--FILE--
<?php
use Async\Scope;

class Holder
{
    public ?Holder $self;
    function __construct(public Scope $scope) { $this->self = $this; }
    function __destruct() { echo "destructor\n"; $this->scope->finally(fn($x) => print 'at once ' . get_class($x) . "\n"); echo "after\n"; }
}
$s = new Scope;
$h = new Holder($s);
echo "end of script\n";
--EXPECT--
end of script
destructor
at once Async\Scope
after
