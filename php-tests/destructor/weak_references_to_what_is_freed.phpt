--TEST--
SC-65: destructors of what an object of this extension holds do not find it over weak references and maps
--DESCRIPTION--
Rules: SC-65
Order: independent
--FILE--
<?php
use Async\{CircuitBreakerStrategy, Context, Future, FutureState, Pool, TaskGroup};
use function Async\{await, spawn, suspend};

class Looks
{
    public ?WeakReference $at = null;
    public function __construct(private string $name) {}
    public function __destruct()
    {
        $found = $this->at?->get();
        foreach ($GLOBALS['map'] as $key => $_) {
            $found ??= $key;
        }
        echo "$this->name: ", $found ? get_class($found) : 'gone', "\n";
    }
}
$map = new WeakMap;

function look(string $name, object $at, ?Looks $looks): void
{
    $looks->at = WeakReference::create($at);
    $GLOBALS['map'][$at] = $name;
}

$looks = new Looks('state');
$object = new FutureState;
(new Future($object))->ignore();
look('state', $object, $looks);
$object->complete($looks);
$looks = $object = null;

$looks = new Looks('future');
$object = Future::completed($looks);
look('future', $object, $looks);
$object->ignore();
$looks = $object = null;

$looks = new Looks('group');
$object = new TaskGroup;
look('group', $object, $looks);
$object->spawn(function () use (&$looks) { [$result, $looks] = [$looks, null]; return $result; });
$object->close();
$object->awaitCompletion();
suspend();
$object = null;

$looks = new Looks('coroutine');
$object = spawn(function () use (&$looks) { [$result, $looks] = [$looks, null]; return $result; });
look('coroutine', $object, $looks);
await($object);
suspend();
$object = null;

$looks = new Looks('context');
$object = new Context;
look('context', $object, $looks);
$object->set('looks', $looks);
$looks = $object = null;

class Strategy implements CircuitBreakerStrategy
{
    public function __construct(private Looks $looks) {}
    public function reportSuccess(mixed $source): void {}
    public function reportFailure(mixed $source, Throwable $error): void {}
    public function shouldRecover(): bool { return true; }
}
$looks = new Looks('pool');
$object = new Pool(fn() => 1);
look('pool', $object, $looks);
$object->setCircuitBreakerStrategy(new Strategy($looks));
$looks = $object = null;
?>
--EXPECT--
state: gone
future: gone
group: gone
coroutine: gone
context: gone
pool: gone
