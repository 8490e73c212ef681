--TEST--
TG-4: without a scope the group has a new child of the current one
--DESCRIPTION--
Rules: TG-4, CM-3
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{suspend, await, current_context, root_context};

root_context()->set('root', 'of the main scope');
// Made before anything was launched, too.
$group = new TaskGroup;
$scope = new Scope;
await($scope->spawn(function () { current_context()->set('scope', 'of the scope'); $GLOBALS['inner'] = new TaskGroup; }));
$group->spawn(fn() => [current_context()->find('root'), current_context()->find('scope')]);
$inner->spawn(fn() => [current_context()->find('root'), current_context()->find('scope')]);
// What a task sets is for its own group.
$group->spawn(fn() => current_context()->set('own', 1));
echo json_encode($group->all()->await()[0]), ' ', json_encode($inner->all()->await()[0]), "\n";
var_dump(root_context()->has('own'));
--EXPECT--
["of the main scope",null] [null,"of the scope"]
bool(false)
