<?php

declare(strict_types=1);

/*
 * What the wrapper of the sweep holds: files and directories by path, and what was done to them by each call.
 */
final class Files
{
    public const SCHEME = 'sweep';
    private const TIME = 1_000_000_000;
    /** Bytes of one read. */
    public static int $piece = 64;
    /** @var array<string, FileNode> */
    public static array $nodes = [];
    /** @var array<string, list<string>> operations by side */
    public static array $operations = [];
    /** @var array<string, ?array{string, string}> path and data of the last operation by side, if it wrote */
    private static array $writing = [];

    public static function reset(): void
    {
        self::$nodes = self::$operations = self::$writing = [];
        self::$piece = 64;
        self::directory('');
    }

    public static function key(string $url): string
    {
        $path = preg_replace('~^' . self::SCHEME . '://~', '', $url);
        return trim(preg_replace('~/+~', '/', $path), '/');
    }

    public static function find(string $url): ?FileNode
    {
        return self::$nodes[self::key($url)] ?? null;
    }

    public static function file(string $path, string $data): FileNode
    {
        $key = self::key($path);
        self::directory(dirname("/$key"));
        return self::$nodes[$key] = new FileNode(0100644, self::TIME, $data);
    }

    public static function directory(string $path): FileNode
    {
        $key = self::key($path);
        if ($key !== '' && !isset(self::$nodes[$parent = self::key(dirname("/$key"))])) {
            self::directory($parent);
        }
        return self::$nodes[$key] ??= new FileNode(040755, self::TIME, '');
    }

    /** @return list<string> names in a directory */
    public static function names(string $url): array
    {
        $prefix = self::key($url) === '' ? '' : self::key($url) . '/';
        $names = [];
        foreach (self::$nodes as $key => $node) {
            $key = (string) $key;
            if ($key !== '' && str_starts_with($key, $prefix) && !str_contains($rest = substr($key, strlen($prefix)), '/')) {
                $names[] = $rest;
            }
        }
        sort($names);
        return $names;
    }

    public static function stat(FileNode $node): array
    {
        $values = [
            'dev' => 7, 'ino' => 0, 'mode' => $node->mode, 'nlink' => 1, 'uid' => $node->uid, 'gid' => $node->gid, 'rdev' => 0,
            'size' => strlen($node->data), 'atime' => $node->time, 'mtime' => $node->time, 'ctime' => self::TIME,
            'blksize' => -1, 'blocks' => -1,
        ];
        return array_merge(array_values($values), $values);
    }

    /**
     * Notes an operation of the running call, and suspends. What is written in a row is one operation: a library may write piece
     * by piece what it reads from the network.
     */
    public static function operation(string $name, mixed ...$arguments): void
    {
        if (($side = Inside::side()) === null) {
            return;
        }
        $operations = &self::$operations[$side];
        if ($name === 'write' && ($last = self::$writing[$side] ?? null) !== null && $last[0] === $arguments[0]) {
            array_pop($operations);
            $arguments[1] = $last[1] . $arguments[1];
        }
        self::$writing[$side] = $name === 'write' ? $arguments : null;
        $text = fn(mixed $value) => is_string($value) && strlen($value) > 60 ? substr($value, 0, 40) . '…' . md5($value) : $value;
        $operations[] = $name . ' ' . Normal::json(array_map($text, $arguments));
        Inside::pause();
    }

    /** @return array<string, mixed> what there is now, to compare */
    public static function content(): array
    {
        ksort(self::$nodes);
        $now = fn(FileNode $node) => [sprintf('%o', $node->mode), $node->uid, $node->gid, $node->time, Normal::text($node->data)];
        return array_map($now, self::$nodes);
    }
}

final class FileNode
{
    public int $uid = 0;
    public int $gid = 0;

    public function __construct(public int $mode, public int $time, public string $data)
    {
    }

    public function isDirectory(): bool
    {
        return ($this->mode & 0170000) === 040000;
    }
}
