--TEST--
ES-4: a class that a coroutine declares itself is waited for while its parent is loaded; declared by two it is an error
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
    use function Async\{spawn, await, suspend};
    spl_autoload_register(function ($class) {
        echo "load $class\n";
        for ($i = 0; $i < 5 || ($GLOBALS['hold'] ?? false); $i++) suspend();
        if ($class === 'Broken') throw new Exception('no parent');
        eval("class $class {}");
    });
    $declared = false;
    PHP;
run_children($head, [
    'waited for' => <<<'PHP'
        $a = spawn(function () use (&$declared) { $declared = true; eval('class A extends P {}'); return get_parent_class(new A); });
        $b = spawn(function () use (&$declared) { while (!$declared) suspend(); return get_parent_class(new A); });
        echo await($a), ' ', await($b), "\n";
        PHP,
    'the parent cannot be loaded' => <<<'PHP'
        $a = spawn(function () use (&$declared) {
            $declared = true;
            try { eval('class A extends Broken {}'); } catch (Exception $e) { return $e->getMessage(); }
        });
        $b = spawn(function () use (&$declared) { while (!$declared) suspend(); return get_class(new A); });
        $b = await($b);
        echo await($a), "\n$b\n";
        PHP,
    'who waits is cancelled' => <<<'PHP'
        $hold = true;
        $a = spawn(function () use (&$declared) { $declared = true; eval('class A extends P {}'); return get_class(new A); });
        $b = spawn(function () use (&$declared, &$asks) {
            while (!$declared) suspend();
            $asks = true;
            try { new A; } catch (Async\AsyncCancellation) { echo "cancelled\n"; }
        });
        while (!isset($asks)) suspend();
        $b->cancel();
        await($b);
        $hold = false;
        echo await($a), "\n";
        PHP,
    'declared by two' => <<<'PHP'
        $a = spawn(function () use (&$declared) { $declared = true; eval('class A extends P {}'); });
        while (!$declared) suspend();
        eval('class A {}');
        await($a);
        PHP,
    'fatal error meanwhile' => <<<'PHP'
        spawn(function () use (&$declared) { $declared = true; eval('class A extends P {}'); });
        spawn(function () use (&$declared) { while (!$declared) suspend(); new A; });
        while (!$declared) suspend();
        suspend();
        @trigger_error('stop', E_USER_ERROR);
        PHP,
]);
--EXPECTF--
-- waited for
load P
P P
[status 0]
-- the parent cannot be loaded
load Broken
load A
no parent
A
[status 0]
-- who waits is cancelled
load P
cancelled
A
[status 0]
-- declared by two
load P

Fatal error: Cannot declare class A, because the name is already in use in child.php(%d) : eval()'d code on line 1
[status 255]
-- fatal error meanwhile
load P

Fatal error: stop in child.php on line %d
[status 255]
