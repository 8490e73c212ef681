<?php

declare(strict_types=1);

/*
 * Functions, generators, Fibers and containers that suspend, for recipes.
 */

/** A function that suspends, and may be bound to an object. */
function slow_function(Side $s): Closure
{
    return function (mixed ...$arguments) use ($s) {
        Files::operation('function', $arguments);
        return [$s->name, $arguments];
    };
}

function slow_generator(Side $s): Generator
{
    try {
        foreach ($s->values() as $value) {
            Files::operation('generator', $value);
            $sent = yield $value;
            Files::operation('was sent', $sent);
        }
    } catch (LogicException $e) {
        Files::operation('caught', $e->getMessage());
        yield 'caught';
    }
    return $s->word();
}

function slow_fiber(Side $s): Fiber
{
    return new Fiber(function (mixed $first) use ($s) {
        Files::operation('fiber', $first);
        try {
            $sent = Fiber::suspend($s->word());
            Files::operation('was sent', $sent);
        } catch (LogicException $e) {
            Files::operation('caught', $e->getMessage());
        }
        return $s->number();
    });
}

function tap(object $object, Closure $does): object
{
    $does($object);
    return $object;
}

final class SlowHeap extends SplHeap
{
    protected function compare($first, $second): int
    {
        Files::operation('compare', $first, $second);
        return $first <=> $second;
    }
}

final class SlowQueue extends SplPriorityQueue
{
    public function compare($first, $second): int
    {
        Files::operation('compare', $first, $second);
        return $first <=> $second;
    }
}

function slow_heap(SplHeap $heap, Side $s): SplHeap
{
    foreach ([...$s->values(), ...$s->values()] as $value) {
        $heap->insert($value);
    }
    return $heap;
}

final class SlowStorage extends SplObjectStorage
{
    public ?object $known = null;

    public function getHash(object $object): string
    {
        Files::operation('hash');
        return md5(implode($object->values));
    }
}

function slow_storage(Side $s): SlowStorage
{
    $storage = new SlowStorage();
    foreach ($s->values() as $value) {
        $storage->known = new SlowObject([$value]);
        $storage->attach($storage->known, $value);
    }
    return $storage;
}

/** An object that takes its time to begin. */
#[Attribute]
final class SlowBeginning
{
    public function __construct(public readonly string $word)
    {
        Files::operation('begins', $word);
    }
}

/** A property that is computed slowly. */
final class SlowProperty
{
    public string $hidden;

    public function __construct()
    {
        unset($this->hidden);
    }

    public function __get(string $name): mixed
    {
        Files::operation('__get', $name);
        return "slow $name";
    }

    public function __set(string $name, mixed $value): void
    {
        Files::operation('__set', $name, $value);
    }
}

/** An object that takes its time to end. */
final class SlowEnding
{
    public string $word = 'word';

    public function __destruct()
    {
        Files::operation('ends', $this->word);
    }
}

class SlowInfo extends SplFileInfo
{
    public function __construct(string $path)
    {
        Files::operation('begins', $path);
        parent::__construct($path);
    }
}

class SlowFile extends SplFileObject
{
    public function __construct(string $path, string $mode = 'r')
    {
        Files::operation('begins', $path);
        parent::__construct($path, $mode);
    }
}

/** Called from XPath and XSL. */
function slow_xsl(string $text): string
{
    Files::operation('called from a document', $text);
    return strrev($text);
}

/** An archive of the file system with files in it. */
function slow_phar(Side $s, string $class): Phar|PharData
{
    static $number = 0;
    $number++;
    $path = $s->realPath($class === 'Phar' ? "archive$number.phar" : "archive$number.tar");
    $archive = new $class($path);
    $archive['file.txt'] = $s->text();
    $archive["dir/other_$s->name.txt"] = $s->text(2);
    return $archive;
}

if (class_exists('UConverter')) {
    /** A converter that asks what to do with what it does not know. */
    class SlowConverter extends UConverter
    {
        public function toUCallback(int $reason, string $source, string $codeUnits, &$error): string|int|array|null
        {
            Files::operation('to unicode', $reason, $codeUnits);
            return '?';
        }

        public function fromUCallback(int $reason, array $source, int $codePoint, &$error): string|int|array|null
        {
            Files::operation('from unicode', $reason, $codePoint);
            return '!';
        }
    }
}

if (interface_exists('SessionHandlerInterface')) {
    final class SlowSessions implements SessionHandlerInterface
    {
        /** @var array<string, string> */
        public static array $data = [];

        public function open(string $path, string $name): bool
        {
            Files::operation('session is opened');
            return true;
        }

        public function close(): bool
        {
            Files::operation('session is closed');
            return true;
        }

        public function read(string $id): string|false
        {
            Files::operation('session is read');
            return self::$data['one'] ?? '';
        }

        public function write(string $id, string $data): bool
        {
            Files::operation('session is written', $data);
            self::$data['one'] = $data;
            return true;
        }

        public function destroy(string $id): bool
        {
            Files::operation('session is destroyed');
            self::$data = [];
            return true;
        }

        public function gc(int $lifetime): int|false
        {
            Files::operation('sessions are collected');
            return 0;
        }
    }
}

/** A function that a server of SOAP offers. */
function hello(string $text): string
{
    Files::operation('hello', $text);
    return strrev($text);
}
