--TEST--
ES-4: a load that awaits a coroutine which needs that class ends, whatever closed the cycle
--DESCRIPTION--
Rules: ES-4, DD-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout};

// The autoloader awaits a coroutine that needs the same class.
spl_autoload_register(function ($class) {
    static $depth = 0;
    if ($depth++ === 0) {
        if ($class === 'Direct') await(spawn(fn() => class_exists($class)));
        else {
            $helper = spawn(function () use ($class) { suspend(); return class_exists($class); });
            suspend(); suspend(); suspend();
            await(spawn(function () use ($helper) { suspend(); return await($helper); }));
        }
    }
    if (!class_exists($class, false)) eval("class $class {}");
    $depth = 0;
});
echo get_class(new Direct), "\n";
echo get_class(new Indirect), "\n";
--EXPECT--
Direct
Indirect
