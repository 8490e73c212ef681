<?php

declare(strict_types=1);

/*
 * One of the two calls of a case, `a` or `b`, as recipes see it: what they take from here differs between the two, so that
 * a mix-up shows. In a shared case both get the stream, the connection or the object that the first one made; texts and
 * files still differ.
 */
final class Side
{
    /** 0 or 1. */
    public readonly int $n;
    /** @var list<mixed> what this side has made, for the other one in a shared case */
    private array $made = [];
    private int $next = 0;
    private array $kept = [];

    public function __construct(public readonly string $name, public readonly string $dir, private readonly ?Side $first = null)
    {
        $this->n = $name === 'a' ? 0 : 1;
    }

    /** @template T @param T $a @param T $b @return T one value for each side */
    public function pick(mixed $a, mixed $b): mixed
    {
        return $this->n === 0 ? $a : $b;
    }

    /** What both sides have in common in a shared case: made by the first. */
    public function once(Closure $make): mixed
    {
        return $this->made[$this->next++] = $this->first === null ? $make() : $this->first->made[$this->next - 1] ?? $make();
    }

    /**
     * Lets the preparations of the other side come as far: what follows starts what the calls wait for, and has to be young
     * when they begin.
     */
    public function meet(): void
    {
        Fiber::getCurrent() === null || Fiber::suspend();
    }

    /** Something that has to live as long as the case. */
    public function keep(mixed $value): mixed
    {
        return $this->kept[] = $value;
    }

    public function isShared(): bool
    {
        return $this->first !== null;
    }

    public function word(string $word = 'word'): string
    {
        return $this->pick("{$word}_a", "other_{$word}_b");
    }

    public function number(): int
    {
        return $this->pick(3, 5);
    }

    public function text(int $lines = 6): string
    {
        $words = $this->pick(['alpha', 'anchor', 'apple', 'axis'], ['beta', 'bottle', 'banana', 'border', 'bridge']);
        $text = '';
        for ($i = 0; $i < $lines; $i++) {
            $text .= "$this->name$i " . $words[$i % count($words)] . ' ' . str_repeat($words[0][0], 5 + 3 * $i + $this->n) . "\n";
        }
        return $text;
    }

    /** A path of the wrapper at which there is nothing yet. */
    public function path(string $name = 'new.txt'): string
    {
        return Files::SCHEME . "://$this->name/$name";
    }

    /** A file of the wrapper. */
    public function file(?string $data = null, string $name = 'file.txt'): string
    {
        Files::file("$this->name/$name", $data ?? $this->text());
        return $this->path($name);
    }

    /** A directory of the wrapper. */
    public function directory(?array $files = null, string $name = 'dir'): string
    {
        Files::directory("$this->name/$name");
        $files ??= ["one_$this->name.txt" => $this->text(1), 'two.txt' => $this->text(2), "sub_$this->name/three.txt" => $this->text(3)];
        foreach ($files as $file => $data) {
            Files::file("$this->name/$name/$file", $data);
        }
        return $this->path($name);
    }

    /** An open file of the wrapper. */
    public function stream(?string $data = null, string $mode = 'r+', string $name = 'stream.txt')
    {
        return $this->once(fn() => fopen($this->file($data, $name), $mode));
    }

    /** A path of the file system at which there is nothing yet. */
    public function realPath(string $name = 'new.txt'): string
    {
        @mkdir("$this->dir/$this->name");
        return "$this->dir/$this->name/$name";
    }

    /** A file of the file system. */
    public function real(?string $data = null, string $name = 'file.txt'): string
    {
        @mkdir(dirname($this->realPath($name)), recursive: true);
        file_put_contents($this->realPath($name), $data ?? $this->text());
        return $this->realPath($name);
    }

    /** A callback that suspends before and after what it does; its calls are compared. */
    public function callback(?Closure $does = null, string $name = 'callback'): Closure
    {
        return function (mixed ...$arguments) use ($does, $name) {
            Files::operation($name, ...$arguments);
            $result = $does === null ? null : $does(...$arguments);
            Inside::pause();
            return $result;
        };
    }

    /** A comparison that suspends. */
    public function comparison(): Closure
    {
        return $this->callback(fn($x, $y) => $x <=> $y, 'compare');
    }

    public function iterator(?array $values = null): SlowIterator
    {
        return new SlowIterator($values ?? $this->values());
    }

    public function recursiveIterator(?array $values = null): SlowRecursiveIterator
    {
        return new SlowRecursiveIterator($values ?? ['x' => $this->values(), 'y' => $this->word()]);
    }

    /** @return list<string> */
    public function values(): array
    {
        return $this->pick(['pear', 'apple', 'fig'], ['zebra', 'ant', 'yak', 'mole']);
    }
}
