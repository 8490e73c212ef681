--TEST--
SH-5, GC-20: values of the main scope's context are destructed with everything else, and may suspend and spawn
--DESCRIPTION--
Rules: SH-5, SH-6, GC-20, GC-23, CX-1
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, current_context, delay, root_context, spawn};
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
root_context()->set(new stdClass, new AtTheEnd(function () { echo "goes on meanwhile\n"; }));
$global = new AtTheEnd(function () { echo "of a global variable, with ", root_context()->find('name'), "\n"; });
root_context()->set('name', 'a value');
$scope = Scope::inherit();
$scope->spawn(function () {
    current_context()->set('below', new AtTheEnd(function () { echo "of a scope below\n"; }));
});
delay(1);
unset($scope);
delay(1);
register_shutdown_function(fn() => print "shutdown function\n");
echo "end of script\n";
?>
--EXPECT--
of a scope below
end of script
shutdown function
of a global variable, with a value
waits
goes on meanwhile
has waited
spawned by it
set by a destructor
