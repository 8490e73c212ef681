--TEST--
AP-2: Coroutine, Context and Scope refuse dynamic properties, serialization and cloning
--DESCRIPTION--
Rules: AP-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\{Context, Scope};

$c = spawn(fn() => 1);
await($c);
foreach (['Coroutine' => $c, 'Context' => new Context, 'Scope' => new Scope] as $name => $object) {
    foreach ([
        'dynamic property' => fn() => $object->anything = 1,
        'clone' => fn() => clone $object,
        'unserialize' => fn() => unserialize('O:' . strlen("Async\\$name") . ":\"Async\\$name\":0:{}"),
    ] as $what => $try) {
        try { $try(); echo "$name $what: accepted\n"; }
        catch (Error $e) { echo "$name $what: ", get_class($e), "\n"; }
        catch (Exception $e) { echo "$name $what: refused\n"; }
    }
    try {
        serialize($object);
        echo "$name serialize: accepted\n";
    } catch (Throwable $e) {
        echo "$name serialize: ", $e->getMessage(), "\n";
    }
}
--EXPECT--
Coroutine dynamic property: Error
Coroutine clone: Error
Coroutine unserialize: refused
Coroutine serialize: Serialization of 'Async\Coroutine' is not allowed
Context dynamic property: Error
Context clone: Error
Context unserialize: refused
Context serialize: Serialization of 'Async\Context' is not allowed
Scope dynamic property: Error
Scope clone: Error
Scope unserialize: refused
Scope serialize: Serialization of 'Async\Scope' is not allowed
