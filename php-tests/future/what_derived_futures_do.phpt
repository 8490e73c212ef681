--TEST--
map, catch and finally of a value and of an exception
--DESCRIPTION--
Rules: FU-22, FU-23
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

function show(string $what, Future $f): void {
    try { $r = json_encode($f->await()); } catch (Throwable $e) {
        $r = get_class($e) . '(' . $e->getMessage() . ')';
        for ($p = $e->getPrevious(); $p; $p = $p->getPrevious()) $r .= ' <- ' . get_class($p);
    }
    echo "$what: $r\n";
}
$value = fn() => Future::completed(2);
$error = fn() => Future::failed(new LogicException('e'));
$log = function (...$args) {
    echo '  [', implode(', ', array_map(fn($a) => $a instanceof Throwable ? get_class($a) : json_encode($a), $args)), "]\n";
};
show('map value', $value()->map(fn($v) => $v * 10));
show('map error', $error()->map(fn() => print("not called\n")));
show('map returns nothing', $value()->map(function () {}));
show('map throws', $value()->map(fn() => throw new DomainException('x')));
show('catch value', $value()->catch(fn() => print("not called\n")));
show('catch error', $error()->catch(fn($e) => $e->getMessage()));
show('catch returns nothing', $error()->catch(function () {}));
show('catch throws', $error()->catch(fn() => throw new DomainException('x')));
show('finally value', $value()->finally($log));
show('finally error', $error()->finally($log));
show('finally without parameters', $value()->finally(fn() => 'dropped'));
show('finally throws after a value', $value()->finally(fn() => throw new DomainException('x')));
show('finally throws after an error', $error()->finally(fn() => throw new DomainException('x')));
show('a chain', $value()->map(fn($v) => $v + 1)->finally($log)
    ->map(fn($v) => throw new RangeException("r$v"))->catch(fn($e) => $e->getMessage()));
// The same of pending sources.
$state = new FutureState();
$future = new Future($state);
$m = $future->map(fn($v) => $v * 10);
$f = $future->finally($log);
$state->error(new LogicException('e'));
show('pending map', $m);
show('pending finally', $f);
--EXPECT--
map value: 20
map error: LogicException(e)
map returns nothing: null
map throws: DomainException(x)
catch value: 2
catch error: "e"
catch returns nothing: null
catch throws: DomainException(x)
  [2]
finally value: 2
  [LogicException]
finally error: LogicException(e)
finally without parameters: 2
finally throws after a value: DomainException(x)
finally throws after an error: DomainException(x) <- LogicException
  [3]
a chain: "r3"
  [LogicException]
pending map: LogicException(e)
pending finally: LogicException(e)
