--TEST--
ES-4: a declaration that several coroutines execute while its parent is being loaded is executed once; the others wait for it
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
    use function Async\{spawn, await, suspend};
    $broken = 0;
    spl_autoload_register(function ($name) {
        for ($i = 0; $i < 5 || ($GLOBALS['hold'] ?? false); $i++) suspend();
        if ($GLOBALS['broken']-- > 0) throw new Exception('no parent');
        eval(['P' => 'class P { public $p = 1; }', 'I' => 'interface I {}', 'T' => 'trait T { public $t = 2; }'][$name]);
    });
    // Some come to the declaration when its parent is there, and others of its names are not.
    function several(int $count, callable $body): string
    {
        $coroutines = $answers = [];
        for ($i = 0; $i < $count; $i++) {
            $coroutines[] = spawn(function () use ($body, $i) {
                for ($turn = 0; $turn < $i * 4; $turn++) suspend();
                // One that fails before it is awaited takes the others down.
                try { return $body(); } catch (Exception $e) { return $e->getMessage(); }
            });
        }
        foreach ($coroutines as $coroutine) {
            $answers[] = await($coroutine);
        }
        sort($answers);
        return implode(' ', $answers) . "\n";
    }
    function named() { if (!class_exists('A', false)) { class A extends P implements I { use T; } } return get_class(new A); }
    function interfaces() { if (!interface_exists('A', false)) { interface A extends I {} } return implode(class_implements('A')); }
    function enums() { if (!enum_exists('A', false)) { enum A implements I { case One; } } return A::One->name; }
    function traits() { if (!trait_exists('A', false)) { trait A { use T; } } return implode(class_uses('A')); }
    function anonymous() {
        $object = new class extends P implements I { use T; public $own = 3; };
        return $object->p . $object->t . $object->own . count((array) $object) . ($object == $GLOBALS['first'] ??= $object);
    }
    PHP;
run_children($head, [
    'a class' => 'echo several(2, named(...)), several(3, named(...));',
    'of three' => 'echo several(3, named(...));',
    'interfaces' => 'echo several(3, interfaces(...));',
    'enums' => 'echo several(3, enums(...));',
    'traits' => 'echo several(3, traits(...));',
    'anonymous, of two' => 'echo several(2, anonymous(...));',
    'anonymous, of three' => 'echo several(3, anonymous(...));',
    'many' => 'echo several(12, fn() => named() . anonymous());',
    'the parent cannot be loaded at first' => '$broken = 1; echo several(3, named(...));',
    'nor of an anonymous one' => '$broken = 1; echo several(3, anonymous(...));',
    'it names a class of its own that waits' => <<<'PHP'
        function outer() { return new class(inner()) extends P { function __construct(public $inner) {} }; }
        function inner() { return new class implements I { use T; }; }
        echo several(3, fn() => count((array) outer()) . outer()->inner->t);
        PHP,
    'who waits is cancelled' => <<<'PHP'
        $hold = true;
        $a = spawn(anonymous(...));
        $b = spawn(function () { $asks = anonymous(); echo "made\n"; suspend(); echo "not reached\n"; });
        for ($i = 0; $i < 20; $i++) suspend();
        $b->cancel();
        suspend();
        $hold = false;
        try { await($b); } catch (Async\AsyncCancellation) { echo "cancelled\n"; }
        echo await($a), "\n";
        PHP,
    'nothing of it can be seen' => <<<'PHP'
        $hold = true;
        $before = count(get_declared_classes());
        $a = spawn(named(...));
        $b = spawn(anonymous(...));
        $c = spawn(named(...));
        for ($i = 0; $i < 20; $i++) suspend();
        var_dump(class_exists('A', false), count(get_declared_classes()) - $before);
        $hold = false;
        echo await($a), await($b), await($c), "\n";
        PHP,
    'an alias takes the name' => <<<'PHP'
        $hold = true;
        $a = spawn(named(...));
        $b = spawn(named(...));
        for ($i = 0; $i < 20; $i++) suspend();
        eval('class Other {}');
        class_alias('Other', 'A');
        $hold = false;
        await($b);
        PHP,
    'its parent waits for it' => <<<'PHP'
        spl_autoload_register(fn() => await(spawn(named(...))), prepend: true);
        await(spawn(named(...)));
        PHP,
    'a fatal error meanwhile' => <<<'PHP'
        $hold = true;
        register_shutdown_function(named(...));
        spawn(named(...));
        spawn(named(...));
        for ($i = 0; $i < 20; $i++) suspend();
        @trigger_error('stop', E_USER_ERROR);
        PHP,
]);
--EXPECTF--
-- a class
A A
A A A
[status 0]
-- of three
A A A
[status 0]
-- interfaces
I I I
[status 0]
-- enums
One One One
[status 0]
-- traits
T T T
[status 0]
-- anonymous, of two
12331 12331
[status 0]
-- anonymous, of three
12331 12331 12331
[status 0]
-- many
A12331 A12331 A12331 A12331 A12331 A12331 A12331 A12331 A12331 A12331 A12331 A12331
[status 0]
-- the parent cannot be loaded at first
A A no parent
[status 0]
-- nor of an anonymous one
12331 12331 no parent
[status 0]
-- it names a class of its own that waits
22 22 22
[status 0]
-- who waits is cancelled
made
cancelled
12331
[status 0]
-- nothing of it can be seen
bool(false)
int(0)
A12331A
[status 0]
-- an alias takes the name

Fatal error: Cannot declare class A, because the name is already in use in child.php on line %d
[status 255]
-- its parent waits for it

Fatal error: Cannot declare class A, because the name is already in use in child.php on line %d
[status 255]
-- a fatal error meanwhile

Fatal error: stop in child.php on line %d

Fatal error: Cannot declare class a, because the name is already in use in child.php on line %d
[status 255]
