--TEST--
CX-1, SD-12: the main scope's context lasts for the request, however often the scheduler is launched
--DESCRIPTION--
Rules: CX-1, CX-2, CX-7, SD-12, SH-4, SH-5
Order: independent
--FILE--
<?php
use function Async\{await, current_context, root_context, spawn};
use Async\Scope;

$context = current_context()->set('name', 'value')->set($key = new stdClass, 'by object');

class Looks {
    function __destruct() {
        echo "destructor: ", root_context()->find('name'), ', ', await(spawn(fn() => current_context()->find('name'))), "\n";
    }
}
$looks = new Looks;
spawn(fn() => throw new LogicException('the run fails'));

register_shutdown_function(function () use ($context, $key) {
    var_dump(current_context() === $context, root_context() === $context, $context->find($key));
    $below = Scope::inherit();
    await($below->spawn(function () use ($context) {
        echo current_context()->find('name'), "\n";
        current_context()->set('name', 'local');
    }));
    await(spawn(fn() => $context->set('name', 'changed', true)));
});
?>
--EXPECTF--
Fatal error: Uncaught LogicException: the run fails in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
bool(true)
bool(true)
string(9) "by object"
value
destructor: changed, changed
