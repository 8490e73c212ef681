<?php

declare(strict_types=1);

/*
 * Objects that PHP calls back, each of whose methods suspends.
 */
class SlowIterator implements Iterator
{
    private int $position = 0;

    public function __construct(protected array $values)
    {
    }

    public function current(): mixed
    {
        Files::operation('current', $this->position);
        return array_values($this->values)[$this->position];
    }

    public function key(): mixed
    {
        Files::operation('key', $this->position);
        return array_keys($this->values)[$this->position];
    }

    public function next(): void
    {
        Files::operation('next', $this->position);
        $this->position++;
    }

    public function rewind(): void
    {
        Files::operation('rewind');
        $this->position = 0;
    }

    public function valid(): bool
    {
        Files::operation('valid', $this->position);
        return $this->position < count($this->values);
    }
}

final class SlowRecursiveIterator extends SlowIterator implements RecursiveIterator
{
    public function hasChildren(): bool
    {
        Files::operation('hasChildren');
        return is_array($this->current());
    }

    public function getChildren(): ?RecursiveIterator
    {
        Files::operation('getChildren');
        return new self($this->current());
    }
}

/** An object that says what it is worth, slowly, in every way in which PHP asks. */
final class SlowObject implements ArrayAccess, Countable, IteratorAggregate, JsonSerializable
{
    public function __construct(public array $values)
    {
    }

    public function __toString(): string
    {
        Files::operation('__toString');
        return implode(' ', $this->values);
    }

    public function __get(string $name): mixed
    {
        Files::operation('__get', $name);
        return "$name of " . $this->values[0];
    }

    public function __isset(string $name): bool
    {
        Files::operation('__isset', $name);
        return $name !== 'missing';
    }

    public function __call(string $name, array $arguments): mixed
    {
        Files::operation('__call', $name, $arguments);
        return [$name, $this->values[0], ...$arguments];
    }

    public function __invoke(mixed ...$arguments): mixed
    {
        Files::operation('__invoke', ...$arguments);
        return $this->values[0];
    }

    public function __debugInfo(): array
    {
        Files::operation('__debugInfo');
        return $this->values;
    }

    public function __serialize(): array
    {
        Files::operation('__serialize');
        return $this->values;
    }

    public function __unserialize(array $values): void
    {
        Files::operation('__unserialize', $values);
        $this->values = $values;
    }

    public function __clone()
    {
        Files::operation('__clone');
    }

    public function __set(string $name, mixed $value): void
    {
        Files::operation('__set', $name);
        $this->values[] = $value;
    }

    public function jsonSerialize(): mixed
    {
        Files::operation('jsonSerialize');
        return $this->values;
    }

    public function getIterator(): Iterator
    {
        Files::operation('getIterator');
        return new SlowIterator($this->values);
    }

    public function count(): int
    {
        Files::operation('count');
        return count($this->values);
    }

    public function offsetExists(mixed $key): bool
    {
        Files::operation('offsetExists', $key);
        return isset($this->values[$key]);
    }

    public function offsetGet(mixed $key): mixed
    {
        Files::operation('offsetGet', $key);
        return $this->values[$key];
    }

    public function offsetSet(mixed $key, mixed $value): void
    {
        Files::operation('offsetSet', $key);
        $this->values[$key ?? count($this->values)] = $value;
    }

    public function offsetUnset(mixed $key): void
    {
        Files::operation('offsetUnset', $key);
        unset($this->values[$key]);
    }
}
