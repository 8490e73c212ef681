<?php

/*
 * Objects of PHP itself and of SPL for the methods that are tried, by class.
 */

$begin = function (object $iterator): object {
    $iterator->rewind();
    return $iterator;
};
$inner = fn(Side $s) => $s->iterator();
$recursive = fn(Side $s) => $s->recursiveIterator();
$file = fn(Side $s) => new SplFileObject($s->file("a,b,$s->name\n" . $s->text()), 'r+');

return [
    'IteratorIterator' => fn(Side $s) => $begin(new IteratorIterator($inner($s))),
    'FilterIterator' => fn(Side $s) => $begin(new CallbackFilterIterator($inner($s), fn() => true)),
    'RecursiveFilterIterator' => fn(Side $s) => $begin(new RecursiveCallbackFilterIterator($recursive($s), fn() => true)),
    'CallbackFilterIterator' => fn(Side $s) => $begin(new CallbackFilterIterator($inner($s), $s->callback(fn() => true))),
    'RecursiveCallbackFilterIterator' =>
        fn(Side $s) => $begin(new RecursiveCallbackFilterIterator($recursive($s), $s->callback(fn() => true))),
    'ParentIterator' => fn(Side $s) => $begin(new ParentIterator($recursive($s))),
    'LimitIterator' => fn(Side $s) => $begin(new LimitIterator($inner($s), 0, 2)),
    'CachingIterator' => fn(Side $s) => $begin(new CachingIterator(
        new SlowIterator(array_map(fn($value) => new SlowObject([$value]), $s->values())), CachingIterator::FULL_CACHE)),
    'RecursiveCachingIterator' => fn(Side $s) => $begin(new RecursiveCachingIterator($recursive($s), CachingIterator::FULL_CACHE)),
    'NoRewindIterator' => fn(Side $s) => $begin(new NoRewindIterator($inner($s))),
    'AppendIterator' => function (Side $s) use ($inner) {
        $all = new AppendIterator();
        $all->append($inner($s));
        $all->append($inner($s));
        return $all;
    },
    'InfiniteIterator' => fn(Side $s) => $begin(new InfiniteIterator($inner($s))),
    'RegexIterator' => fn(Side $s) => $begin(new RegexIterator(
        new SlowIterator(array_map(fn($value) => new SlowObject([$value]), $s->values())), '/a/')),
    'RecursiveRegexIterator' => fn(Side $s) => $begin(new RecursiveRegexIterator($recursive($s), '/./')),
    'RecursiveTreeIterator' => fn(Side $s) => $begin(new RecursiveTreeIterator($recursive($s))),
    'RecursiveIteratorIterator' => fn(Side $s) => $begin(new RecursiveIteratorIterator($recursive($s))),
    'MultipleIterator' => function (Side $s) use ($inner) {
        $all = new MultipleIterator(MultipleIterator::MIT_KEYS_NUMERIC);
        $all->attachIterator($inner($s));
        $all->attachIterator($inner($s));
        $all->rewind();
        return $all;
    },
    'SplHeap' => fn(Side $s) => slow_heap(new SlowHeap(), $s),
    'SplMinHeap' => fn(Side $s) => slow_heap(new SplMinHeap(), $s),
    'SplMaxHeap' => fn(Side $s) => slow_heap(new SplMaxHeap(), $s),
    'SplPriorityQueue' => function (Side $s) {
        $queue = new SlowQueue();
        foreach ($s->values() as $n => $value) {
            $queue->insert($value, $n % 3);
        }
        return $queue;
    },
    'SplObjectStorage' => fn(Side $s) => slow_storage($s),
    'ArrayObject' => fn(Side $s) => new ArrayObject(array_flip($s->values())),
    'ArrayIterator' => fn(Side $s) => new ArrayIterator(array_flip($s->values())),

    'SplFileInfo' => fn(Side $s) => new SplFileInfo($s->file()),
    'DirectoryIterator' => fn(Side $s) => new DirectoryIterator($s->directory()),
    'FilesystemIterator' => fn(Side $s) => new FilesystemIterator($s->directory()),
    'RecursiveDirectoryIterator' => fn(Side $s) => new RecursiveDirectoryIterator($s->directory()),
    'GlobIterator' => fn(Side $s) => new GlobIterator(dirname($s->real()) . '/*'),
    'SplFileObject' => $file,
    'SplTempFileObject' => fn(Side $s) => new SplTempFileObject(),

    'Closure' => fn(Side $s) => slow_function($s),
    'Generator' => fn(Side $s) => slow_generator($s),
    'Fiber' => fn(Side $s) => slow_fiber($s),
];
