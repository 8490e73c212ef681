--TEST--
SD-10: with classes taken away by disable_classes the scheduler works without them
--DESCRIPTION--
Rules: SD-10, SH-5
Order: dependent
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80500) die('skip there is no such setting'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php
    class Ended { function __destruct() { Async\delay(1); echo "destructed\n"; } }
    $plain = @new Fiber(fn() => 1);
    $generator = (function () { yield 1; Async\delay(1); yield 2; })();
    echo Async\await(Async\spawn(function () use ($generator) {
        Async\delay(1);
        foreach ($generator as $value) echo $value, "\n";
        return "ended\n";
    }));
    gc_collect_cycles();
    $left = new Ended;
', ['disable_classes' => 'Fiber']));
// Asked for their handlers at the first use.
print_child(child_php('<?php Async\suspend(); echo Async\await(Async\spawn(fn() => "ended\n"));',
    ['disable_classes' => 'SplObjectStorage,SplFixedArray,ArrayObject,WeakMap,SimpleXMLElement,DOMDocument']));
--EXPECT--
1
2
ended
destructed
[status 0]
ended
[status 0]
