<?php

/*
 * Methods of PHP itself and of SPL that have nothing to wait for: a reason, and the functions.
 */

return [
    'It makes or changes a closure and does not call it.' => '
        Closure::bind Closure::bindTo Closure::fromCallable ReflectionFunction::__construct Fiber::__construct',
    'It only looks at a Fiber.' => '
        Fiber::getReturn Fiber::getCurrent Fiber::isStarted Fiber::isSuspended Fiber::isRunning Fiber::isTerminated',
    'A coroutine is no Fiber.' => '
        Fiber::suspend',
    'Cycles are collected later, in a coroutine of their own (GC-5).' => '
        gc_collect_cycles',
    'It keeps its argument and calls nothing.' => '
        ReflectionClass::newLazyGhost ReflectionClass::newLazyProxy
        RecursiveIteratorIterator::__construct IteratorIterator::__construct FilterIterator::__construct
        RecursiveFilterIterator::__construct CallbackFilterIterator::__construct RecursiveCallbackFilterIterator::__construct
        ParentIterator::__construct LimitIterator::__construct CachingIterator::__construct RecursiveCachingIterator::__construct
        NoRewindIterator::__construct AppendIterator::__construct InfiniteIterator::__construct RegexIterator::__construct
        RecursiveRegexIterator::__construct RecursiveTreeIterator::__construct SplFileInfo::__construct MultipleIterator::__construct
        MultipleIterator::attachIterator MultipleIterator::detachIterator SplTempFileObject::__construct
        RecursiveIteratorIterator::setMaxDepth CachingIterator::setFlags RegexIterator::setMode RegexIterator::setFlags
        RegexIterator::setPregFlags RecursiveTreeIterator::setPostfix RecursiveTreeIterator::setPrefixPart SplFileInfo::setFileClass
        SplFileInfo::setInfoClass FilesystemIterator::setFlags SplFileObject::setCsvControl SplFileObject::setFlags
        SplFileObject::setMaxLineLen SplPriorityQueue::setExtractFlags SplObjectStorage::setInfo MultipleIterator::setFlags',
    'It answers from what the object holds.' => '
        MultipleIterator::containsIterator MultipleIterator::countIterators RecursiveCachingIterator::hasChildren SplFileObject::ftell
        SplFileObject::hasChildren SplObjectStorage::__serialize SplObjectStorage::seek Generator::__debugInfo
        SplObjectStorage::next SplFileInfo::_bad_state_ex RecursiveIteratorIterator::getDepth
        RecursiveIteratorIterator::getSubIterator RecursiveIteratorIterator::getInnerIterator RecursiveIteratorIterator::getMaxDepth
        IteratorIterator::getInnerIterator LimitIterator::getPosition CachingIterator::getFlags CachingIterator::getCache
        RecursiveCachingIterator::getChildren AppendIterator::getIteratorIndex AppendIterator::getArrayIterator RegexIterator::getMode
        RegexIterator::getFlags RegexIterator::getRegex RegexIterator::getPregFlags RecursiveTreeIterator::getPostfix
        SplFileInfo::getPath SplFileInfo::getFilename SplFileInfo::getExtension SplFileInfo::getBasename SplFileInfo::getPathname
        SplFileInfo::getLinkTarget SplFileInfo::getRealPath DirectoryIterator::getFilename DirectoryIterator::getExtension
        DirectoryIterator::getBasename FilesystemIterator::getFlags RecursiveDirectoryIterator::getSubPath
        RecursiveDirectoryIterator::getSubPathname SplFileObject::getCsvControl SplFileObject::getFlags SplFileObject::getMaxLineLen
        SplFileObject::getChildren SplPriorityQueue::getExtractFlags SplObjectStorage::getInfo MultipleIterator::getFlags
        IteratorIterator::valid LimitIterator::valid CachingIterator::valid AppendIterator::valid DirectoryIterator::valid
        SplHeap::valid SplPriorityQueue::valid SplObjectStorage::valid IteratorIterator::key RecursiveTreeIterator::key
        DirectoryIterator::key FilesystemIterator::key SplFileObject::key SplHeap::key SplPriorityQueue::key SplObjectStorage::key
        IteratorIterator::current DirectoryIterator::current FilesystemIterator::current SplHeap::current SplPriorityQueue::current
        SplObjectStorage::current CachingIterator::count GlobIterator::count SplHeap::count SplPriorityQueue::count
        SplObjectStorage::count SplHeap::isEmpty SplPriorityQueue::isEmpty SplHeap::isCorrupted SplPriorityQueue::isCorrupted
        DirectoryIterator::isDot SplFileInfo::__debugInfo SplHeap::__debugInfo SplPriorityQueue::__debugInfo
        SplObjectStorage::__debugInfo MultipleIterator::__debugInfo CachingIterator::__toString SplFileInfo::__toString
        DirectoryIterator::__toString SplHeap::top SplPriorityQueue::top NoRewindIterator::rewind SplHeap::rewind
        SplPriorityQueue::rewind SplObjectStorage::rewind CachingIterator::offsetGet CachingIterator::offsetSet
        CachingIterator::offsetUnset CachingIterator::offsetExists SplHeap::recoverFromCorruption
        SplPriorityQueue::recoverFromCorruption',
    'It is there to be overridden and does nothing.' => '
        RecursiveIteratorIterator::beginIteration RecursiveIteratorIterator::endIteration RecursiveIteratorIterator::beginChildren
        RecursiveIteratorIterator::endChildren RecursiveIteratorIterator::nextElement',
    'It lists files of the file system.' => '
        GlobIterator::__construct',
];
