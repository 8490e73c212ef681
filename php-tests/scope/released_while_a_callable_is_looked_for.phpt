--TEST--
SC-12, SC-17: a scope that the autoloader of a callable lets go is not spawned into
--DESCRIPTION--
Rules: SC-12, SC-17
Order: independent
--FILE--
<?php
use function Async\suspend;

$scope = new Async\Scope();
$inside = $scope->spawn(function () { while (true) suspend(); });
spl_autoload_register(function (string $class) use ($scope, $inside) {
	$scope->cancel();
	while (!$inside->isCompleted() || !$scope->isFinished()) suspend();
	if ($class === 'Late') {
		class_alias('Task', $class);
	}
});
class Task
{
	public static function run(): void { echo "never\n"; }
}
foreach (['Late::run', 'Task::run', 'Missing::run'] as $callable) {
	try {
		$scope->spawn($callable);
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
Async\AsyncException: Scope object has been disposed
Async\AsyncException: Scope object has been disposed
Async\AsyncException: Scope object has been disposed
