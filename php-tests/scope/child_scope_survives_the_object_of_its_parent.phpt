--TEST--
SC-7, SC-26, CX-10: a child whose parent lost its object works on, with the parent's context
--DESCRIPTION--
Rules: SC-7, SC-26, CX-10
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, current_context};
use Async\Scope;

$child = (function () {
    $p = new Scope;
    await($p->spawn(function () { current_context()->set('key', 'of the parent'); }));
    return Scope::inherit($p);
})();
var_dump($child->isClosed());
echo await($child->spawn(fn() => current_context()->find('key'))), "\n";
unset($child);
echo "done\n";
--EXPECT--
bool(false)
of the parent
done
