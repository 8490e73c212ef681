--TEST--
Coroutines that evaluate one constant expression whose classes are loaded with a wait get its value, and one object for an enum case
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
use function Async\{await, spawn};

spl_autoload_register(function ($class) {
    usleep(2000);
    eval(str_starts_with($class, 'Own')
        ? "class $class { const X = Of$class::Y; public \$x = Of$class::Y; static \$s = Of$class::Y; }"
        : "class $class { const Y = 'y'; }");
});
enum Status: string { case Open = Names::Y; case Shut = 's'; }
class A { const X = Settings::Y; }
class B { const X = A2::X; const Z = A2::X; static $s = A2::X; }
class A2 { const X = Settings2::Y; }
class A3 { const X = Settings3::Y; }
class A4 { const X = Settings4::Y; function __construct(public $x = self::X) {} }
class B4 { const V = A4::X; public $v = A4::X; }
class A5 { public $x = Settings5::Y; static $s = Settings5::Y; }
class A6 { const X = Settings6::Y; const Z = [A6::X, Settings6::Y]; }
function with_default($x = A6::X) { return $x; }
function with_static() { static $x = A6::Z; return implode($x); }

function all(callable ...$functions): void
{
    $coroutines = array_map(fn($function) => spawn(function () use ($function) {
        try { return $function(); } catch (Error $e) { return $e->getMessage(); }
    }), $functions);
    echo json_encode(array_map(await(...), $coroutines)), "\n";
}
$cases = array_map(spawn(...), [
    fn() => Status::Open, fn() => Status::Open, fn() => Status::from('y'), fn() => Status::tryFrom('y'), fn() => Status::cases()[0],
    fn() => constant('Status::Open'), fn() => (new ReflectionEnum('Status'))->getCase('Open')->getValue(),
]);
$cases = array_map(await(...), $cases);
var_dump(count(array_unique(array_map(spl_object_id(...), $cases))), $cases[0] === Status::Open);
all(fn() => A::X, fn() => constant('A::X'), fn() => constant('\A::X'), fn() => defined('A::X'));
all(fn() => B::X, fn() => B::Z, fn() => B::$s, fn() => (new ReflectionClass('B'))->getStaticPropertyValue('s'));
$a3 = new ReflectionClass('A3');
all(fn() => $a3->getConstant('X'), fn() => $a3->getConstants(), fn() => constant('A3::X'));
all(fn() => (new B4)->v, fn() => (new A4)->x, fn() => B4::V);
all(fn() => (new A5)->x, fn() => A5::$s, fn() => (clone new A5)->x, fn() => get_class_vars('A5')['x']);
all(fn() => with_default(), fn() => with_static(), fn() => with_default(), fn() => A6::Z);
// The class itself is loaded as ever.
all(fn() => OwnA::X, fn() => OwnA::X, fn() => (new OwnA)->x, fn() => OwnA::$s, fn() => constant('OwnA::X'));
--EXPECT--
int(1)
bool(true)
["y","y","y",true]
["y","y","y","y"]
["y",{"X":"y"},"y"]
["y","y","y"]
["y","y","y","y"]
["y","yy","y",["y","y"]]
["y","y","y","y","y"]
