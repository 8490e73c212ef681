<?php
/**
 * A stream wrapper of user space that suspends its coroutine in every operation: `slow://NAME` reads what
 * `SlowStream::$files[NAME]` has, a few bytes at a time, and what is written goes there.
 */
use function Async\suspend;

final class SlowStream
{
    /** @var array<string, string> */
    public static array $files = [];
    /** Bytes of one read. */
    public static int $piece = 7;
    public mixed $context = null;
    private string $name;
    private int $position = 0;

    public function stream_open(string $path, string $mode): bool
    {
        $this->name = substr($path, strlen('slow://'));
        suspend();
        if ($mode[0] === 'w') self::$files[$this->name] = '';
        return isset(self::$files[$this->name]);
    }

    public function stream_read(int $count): string
    {
        suspend();
        $piece = substr(self::$files[$this->name], $this->position, min($count, self::$piece));
        $this->position += strlen($piece);
        return $piece;
    }

    public function stream_write(string $data): int
    {
        suspend();
        self::$files[$this->name] .= $data;
        return strlen($data);
    }

    public function stream_eof(): bool
    {
        return $this->position >= strlen(self::$files[$this->name]);
    }

    public function stream_stat(): array
    {
        return ['size' => strlen(self::$files[$this->name])];
    }

    public function url_stat(): array
    {
        return [];
    }

    public function stream_set_option(): bool
    {
        return false;
    }

    public function stream_close(): void
    {
        suspend();
    }
}

stream_wrapper_register('slow', SlowStream::class);
