<?php

/*
 * Methods and functions of SPL: iterators over slow ones, heaps that compare slowly, files of the wrapper.
 */

/** @return Closure(Side, object): array what moves an iterator to its first element */
$begun = function (object $iterator): object {
    $iterator->rewind();
    return $iterator;
};
$ones = fn(Side $s) => [$s->word(), 'more'];

return [
    'iterator_count' => fn(Side $s) => [$s->iterator()],
    'iterator_to_array' => fn(Side $s) => [$s->iterator()],
    'iterator_apply' => function (Side $s) {
        $iterator = $s->iterator();
        return [$iterator, $s->callback(fn($it) => true), [$iterator]];
    },

    'LimitIterator::__construct' => fn(Side $s) => [$s->iterator(), 1, 2],
    'LimitIterator::seek' => fn(Side $s) => [1],
    'CachingIterator::__construct' => fn(Side $s) => [$s->iterator(), CachingIterator::FULL_CACHE],
    'RegexIterator::__construct' => fn(Side $s) => [$s->iterator(), '/a/'],
    'RecursiveRegexIterator::__construct' => fn(Side $s) => [$s->recursiveIterator(), '/a/'],
    'CallbackFilterIterator::__construct' => fn(Side $s) => [$s->iterator(), $s->callback()],
    'RecursiveCallbackFilterIterator::__construct' => fn(Side $s) => [$s->recursiveIterator(), $s->callback()],
    'RecursiveTreeIterator::__construct' => fn(Side $s) => [$s->recursiveIterator()],
    'RecursiveIteratorIterator::__construct' => fn(Side $s) => [$s->recursiveIterator()],
    'RecursiveIteratorIterator::setMaxDepth' => fn() => [1],
    'MultipleIterator::attachIterator' => fn(Side $s) => [$s->iterator(), $s->word()],
    'MultipleIterator::detachIterator, MultipleIterator::containsIterator' => fn(Side $s, $object) => [$s->iterator()],
    'AppendIterator::append' => fn(Side $s) => [$s->iterator()],
    'CachingIterator::offsetGet, CachingIterator::offsetUnset, CachingIterator::offsetExists' => fn() => ['1'],
    'CachingIterator::offsetSet' => fn(Side $s) => ['1', $s->word()],
    'CachingIterator::setFlags' => fn() => [CachingIterator::FULL_CACHE | CachingIterator::CALL_TOSTRING],

    'SplHeap::insert' => fn(Side $s) => [$s->word()],
    'SplPriorityQueue::insert' => fn(Side $s) => [$s->word(), $s->number()],
    'SplPriorityQueue::setExtractFlags' => fn() => [SplPriorityQueue::EXTR_BOTH],
    'SplObjectStorage::attach, SplObjectStorage::offsetSet' => fn(Side $s) => [new SlowObject($s->values()), $s->word()],
    'SplObjectStorage::detach, SplObjectStorage::contains, SplObjectStorage::offsetExists, '
        . 'SplObjectStorage::offsetUnset, SplObjectStorage::getHash'
        => fn(Side $s, $object) => [$object->known],
    'SplObjectStorage::offsetGet' => fn(Side $s, $object) => [$object->known],
    'SplObjectStorage::addAll, SplObjectStorage::removeAll, SplObjectStorage::removeAllExcept' => fn(Side $s) => [slow_storage($s)],
    'ArrayObject::uasort, ArrayObject::uksort, ArrayIterator::uasort, ArrayIterator::uksort' => fn(Side $s) => [$s->comparison()],

    'SplFileInfo::__construct' => ['args' => fn(Side $s) => [$s->file()]],
    'SplFileInfo::openFile' => ['args' => fn() => ['r'], 'shared' => false],
    'SplFileObject::__construct' => fn(Side $s) => [$s->file(), 'r+'],
    'DirectoryIterator::__construct, FilesystemIterator::__construct, RecursiveDirectoryIterator::__construct' =>
        fn(Side $s) => [$s->directory()],
    'GlobIterator::__construct' => fn(Side $s) => [dirname($s->real()) . '/*'],
    'DirectoryIterator::seek' => ['args' => fn() => [1], 'shared' => false],
    'SplFileObject::fread' => fn() => [40],
    'SplFileObject::fwrite' => fn(Side $s) => [$s->text(3)],
    'SplFileObject::fputcsv' => fn(Side $s) => [[$s->word(), ...$s->values()]],
    'SplFileObject::fscanf' => fn() => ['%s %s'],
    'SplFileObject::fseek' => fn() => [30],
    'SplFileObject::seek' => fn() => [2],
    'SplFileObject::ftruncate' => fn(Side $s) => [20],
    'SplFileObject::flock' => fn() => [LOCK_EX],
    'SplFileObject::setFlags' => fn() => [SplFileObject::DROP_NEW_LINE],
    'SplFileObject::setCsvControl' => fn() => [';'],
    'SplFileObject::setMaxLineLen' => fn() => [10],

    'Closure::call' => fn(Side $s) => [new SlowObject($s->values()), $s->word()],
    'SplFileInfo::setFileClass' => fn() => [SlowFile::class],
    'SplFileInfo::setInfoClass' => fn() => [SlowInfo::class],
    'SplFileInfo::getFileInfo, SplFileInfo::getPathInfo' => fn() => [SlowInfo::class],
    'SplFileObject::next, SplFileObject::rewind#read_ahead' => [
        'object' => function (Side $s) {
            $file = new SplFileObject($s->file(), 'r+');
            $file->setFlags(SplFileObject::READ_AHEAD);
            return $file;
        },
        'shared' => false,
    ],
    'RecursiveTreeIterator::getEntry' => [
        'object' => fn(Side $s) =>
            tap(new RecursiveTreeIterator(new SlowRecursiveIterator([new SlowObject($s->values())])), fn($i) => $i->rewind()),
    ],
    'RecursiveRegexIterator::accept' => [
        'object' => fn(Side $s) => tap(
            new RecursiveRegexIterator(new SlowRecursiveIterator([new SlowObject($s->values())]), '/./'), fn($i) => $i->rewind()),
    ],
    'SplObjectStorage::unserialize' => fn(Side $s) => [slow_storage($s)->serialize()],
    'SplObjectStorage::__unserialize' => fn(Side $s) => [slow_storage($s)->__serialize()],
    'Closure::__invoke' => fn(Side $s) => [$s->word(), $s->number()],
    'Generator::send' => fn(Side $s) => [$s->word()],
    'Generator::throw' => fn(Side $s) => [new LogicException($s->word())],
    'Fiber::start' => fn(Side $s) => [$s->word()],
    'Fiber::resume' => [
        'object' => fn(Side $s) => tap(slow_fiber($s), fn($fiber) => $fiber->start(1)),
        'args' => fn(Side $s) => [$s->word()],
    ],
    'Fiber::throw' => [
        'object' => fn(Side $s) => tap(slow_fiber($s), fn($fiber) => $fiber->start(1)),
        'args' => fn(Side $s) => [new LogicException($s->word())],
    ],
    // What it makes of an object ends the one that was there.
    'ReflectionClass::resetAsLazyGhost, ReflectionClass::resetAsLazyProxy' => [
        'object' => fn() => new ReflectionClass(SlowEnding::class),
        'args' => fn(Side $s) => [tap(new SlowEnding(), fn($object) => $object->word = $s->word()), $s->callback()],
    ],
    'ReflectionClass::newInstance' => [
        'object' => fn() => new ReflectionClass(SlowBeginning::class),
        'args' => fn(Side $s) => [$s->word()],
    ],
    'ReflectionClass::newInstanceArgs' => [
        'object' => fn() => new ReflectionClass(SlowBeginning::class),
        'args' => fn(Side $s) => [[$s->word()]],
    ],
    'ReflectionFunction::invoke' => ['object' => fn(Side $s) => new ReflectionFunction(slow_function($s)),
        'args' => fn(Side $s) => [$s->word()]],
    'ReflectionFunction::invokeArgs' => ['object' => fn(Side $s) => new ReflectionFunction(slow_function($s)),
        'args' => fn(Side $s) => [[$s->word()]]],
    'ReflectionMethod::invoke' => [
        'object' => fn(Side $s) => new ReflectionMethod(SlowObject::class, '__toString'),
        'args' => fn(Side $s) => [new SlowObject($s->values())],
    ],
    'ReflectionMethod::invokeArgs' => [
        'object' => fn(Side $s) => new ReflectionMethod(SlowObject::class, 'offsetGet'),
        'args' => fn(Side $s) => [new SlowObject($s->values()), [1]],
    ],
    'ReflectionProperty::getValue' => [
        'object' => fn(Side $s) => new ReflectionProperty(SlowProperty::class, 'hidden'),
        'args' => fn(Side $s) => [new SlowProperty()],
    ],
    'ReflectionProperty::setValue' => [
        'object' => fn(Side $s) => new ReflectionProperty(SlowProperty::class, 'hidden'),
        'args' => fn(Side $s) => [new SlowProperty(), $s->word()],
    ],
    'ReflectionAttribute::newInstance' => [
        'object' => fn(Side $s) => (new ReflectionFunction($s->pick(
            #[SlowBeginning('a')] fn() => 1,
            #[SlowBeginning('b')] fn() => 2,
        )))->getAttributes()[0],
    ],
];
