--TEST--
GC-20, SH-6: destructors of context values at the end may suspend, spawn and throw; nothing they throw is lost
--DESCRIPTION--
Rules: GC-20, SH-3, SH-6, EX-7, CX-1
Order: independent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, current_context, delay, root_context, spawn, suspend};
use Async\Scope;

class AtTheEnd {
    function __construct(private Closure $task) {}
    function __destruct() { ($this->task)(); }
}

current_context()->set('waits', new AtTheEnd(function () {
    echo "waits\n";
    delay(10);
    echo "has waited\n";
    await(spawn(function () { echo "spawned by it\n"; }));
    current_context()->set('late', new AtTheEnd(function () { echo "set by a destructor\n"; }));
}));
root_context()->set(new stdClass, new AtTheEnd(function () {
    echo "throws\n";
    throw new Exception('of the object key');
}));
root_context()->set('throws after a suspension', new AtTheEnd(function () {
    suspend();
    throw new LogicException('after a suspension');
}));
$scope = Scope::inherit();
$scope->spawn(function () {
    current_context()->set('below', new AtTheEnd(function () {
        echo "of a scope below\n";
    }));
});
delay(1);
unset($scope);
delay(1);
echo "end of script\n";
throw new RuntimeException('of the script');
?>
--EXPECTF--
of a scope below
end of script
waits
has waited
spawned by it
throws
set by a destructor

Fatal error: Uncaught RuntimeException: of the script in %s:%d
%A
Next LogicException: after a suspension in %s:%d
%A
Next Exception: of the object key in %s:%d
%A
