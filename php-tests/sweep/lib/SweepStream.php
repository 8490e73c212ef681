<?php

declare(strict_types=1);

/*
 * The stream wrapper of the sweep, `sweep://PATH`: the files of class Files. Every operation suspends the call that it
 * serves before it does anything.
 */
final class SweepStream
{
    public mixed $context = null;
    private string $path = '';
    private ?FileNode $node = null;
    private int $position = 0;
    private bool $appends = false;
    /** @var ?resource */
    private $ready = null;
    /** @var list<string> of an open directory */
    private array $names = [];

    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        Files::operation('open', $path, $mode);
        $this->path = $path;
        $kind = $mode[0];
        $this->node = Files::find($path);
        if ($this->node?->isDirectory() || $this->node === null && $kind === 'r' || $this->node !== null && $kind === 'x') {
            if ($options & STREAM_REPORT_ERRORS) {
                trigger_error("sweep cannot open $path", E_USER_WARNING);
            }
            return false;
        }
        $this->node ??= Files::file($path, '');
        if ($kind === 'w') {
            $this->node->data = '';
        }
        $this->appends = $kind === 'a';
        // Phar reads it, set or not.
        $opened = $path;
        return true;
    }

    public function stream_read(int $count): string
    {
        Files::operation('read', $this->path);
        $piece = substr($this->node->data, $this->position, min($count, Files::$piece));
        $this->position += strlen($piece);
        return $piece;
    }

    public function stream_write(string $data): int
    {
        Files::operation('write', $this->path, $data);
        $all = &$this->node->data;
        if ($this->appends) {
            $this->position = strlen($all);
        }
        $all = substr(str_pad($all, $this->position, "\0"), 0, $this->position) . $data
            . substr($all, $this->position + strlen($data));
        $this->position += strlen($data);
        return strlen($data);
    }

    public function stream_eof(): bool
    {
        Files::operation('eof', $this->path);
        return $this->position >= strlen($this->node->data);
    }

    public function stream_seek(int $offset, int $whence): bool
    {
        Files::operation('seek', $this->path, $offset, $whence);
        $base = [SEEK_SET => 0, SEEK_CUR => $this->position, SEEK_END => strlen($this->node->data)][$whence];
        if ($base + $offset < 0) {
            return false;
        }
        $this->position = $base + $offset;
        return true;
    }

    public function stream_tell(): int
    {
        return $this->position;
    }

    public function stream_flush(): bool
    {
        Files::operation('flush', $this->path);
        return true;
    }

    public function stream_stat(): array
    {
        Files::operation('stat', $this->path);
        return Files::stat($this->node);
    }

    public function stream_lock(int $operation): bool
    {
        Files::operation('lock', $this->path, $operation);
        return true;
    }

    public function stream_truncate(int $size): bool
    {
        Files::operation('truncate', $this->path, $size);
        $this->node->data = substr(str_pad($this->node->data, $size, "\0"), 0, $size);
        return true;
    }

    public function stream_set_option(int $option, int $first, ?int $second): bool
    {
        Files::operation('option', $this->path, $option, $first, $second);
        return true;
    }

    public function stream_metadata(string $path, int $option, mixed $value): bool
    {
        Files::operation('metadata', $path, $option, $value);
        $node = Files::find($path);
        if ($option === STREAM_META_TOUCH) {
            $node ??= Files::file($path, '');
            $node->time = $value[0] ?? 1_500_000_000;
        } elseif ($node === null) {
            return false;
        } elseif ($option === STREAM_META_ACCESS) {
            $node->mode = $node->mode & 0170000 | $value & 07777;
        } elseif ($option === STREAM_META_OWNER) {
            $node->uid = $value;
        } elseif ($option === STREAM_META_GROUP) {
            $node->gid = $value;
        }
        return true;
    }

    /** @return resource|false a file that is always ready, or a copy of this one */
    public function stream_cast(int $as)
    {
        Files::operation('cast', $this->path, $as);
        if ($as === STREAM_CAST_FOR_SELECT) {
            return $this->ready ??= fopen('/dev/zero', 'r+');
        }
        $this->ready = tmpfile();
        fwrite($this->ready, $this->node->data);
        rewind($this->ready);
        return $this->ready;
    }

    public function stream_close(): void
    {
        Files::operation('close', $this->path);
    }

    public function unlink(string $path): bool
    {
        Files::operation('unlink', $path);
        $found = Files::find($path) !== null;
        unset(Files::$nodes[Files::key($path)]);
        return $found;
    }

    public function rename(string $from, string $to): bool
    {
        Files::operation('rename', $from, $to);
        if (($node = Files::find($from)) === null) {
            return false;
        }
        unset(Files::$nodes[Files::key($from)]);
        Files::$nodes[Files::key($to)] = $node;
        return true;
    }

    public function mkdir(string $path, int $mode, int $options): bool
    {
        Files::operation('mkdir', $path, $mode, $options);
        if (Files::find($path) !== null) {
            return false;
        }
        Files::directory($path)->mode = 040000 | $mode;
        return true;
    }

    public function rmdir(string $path, int $options): bool
    {
        Files::operation('rmdir', $path, $options);
        if (!Files::find($path)?->isDirectory() || Files::names($path)) {
            return false;
        }
        unset(Files::$nodes[Files::key($path)]);
        return true;
    }

    public function url_stat(string $path, int $flags): array|false
    {
        Files::operation('url_stat', $path, $flags);
        $node = Files::find($path);
        if ($node === null && !($flags & STREAM_URL_STAT_QUIET)) {
            trigger_error("sweep has no $path", E_USER_WARNING);
        }
        return $node === null ? false : Files::stat($node);
    }

    public function dir_opendir(string $path, int $options): bool
    {
        Files::operation('opendir', $path, $options);
        $this->path = $path;
        $this->names = Files::names($path);
        return (bool) Files::find($path)?->isDirectory();
    }

    public function dir_readdir(): string|false
    {
        Files::operation('readdir', $this->path);
        return $this->names[$this->position++] ?? false;
    }

    public function dir_rewinddir(): bool
    {
        Files::operation('rewinddir', $this->path);
        $this->position = 0;
        return true;
    }

    public function dir_closedir(): bool
    {
        Files::operation('closedir', $this->path);
        return true;
    }
}
