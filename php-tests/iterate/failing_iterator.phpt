--TEST--
IT-8: what a method of the iterator throws cancels callbacks and children and is rethrown once all ended
--DESCRIPTION--
Rules: IT-8
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend, spawn};
use Async\AsyncCancellation;

class Bad implements Iterator {
    private int $i = 0;
    function __construct(private string $method) {}
    private function step(string $m) { if ($this->method === $m && $this->i >= ($m === 'rewind' ? 0 : 2)) throw new RuntimeException($m); }
    function rewind(): void { $this->step('rewind'); }
    function valid(): bool { $this->step('valid'); return true; }
    function current(): mixed { $this->step('current'); return $this->i; }
    function key(): mixed { $this->step('key'); return $this->i; }
    function next(): void { suspend(); $this->step('next'); $this->i++; }
}
foreach (['rewind', 'valid', 'current', 'key', 'next'] as $m) {
    $seen = [];
    try {
        iterate(new Bad($m), function ($v) use (&$seen) {
            try { for ($i = 0; $i < 100; $i++) suspend(); $seen[] = "end $v"; }
            catch (AsyncCancellation $e) { $seen[] = "$v " . $e->getMessage(); suspend(); $seen[] = "$v cleaned"; }
        });
    } catch (RuntimeException $e) { sort($seen); echo $e->getMessage(), ': ', implode(', ', $seen), "\n"; }
}
--EXPECT--
rewind: 
valid: 0 Cancellation of the iterator due to an exception, 0 cleaned, 1 Cancellation of the iterator due to an exception, 1 cleaned
current: 0 Cancellation of the iterator due to an exception, 0 cleaned, 1 Cancellation of the iterator due to an exception, 1 cleaned
key: 0 Cancellation of the iterator due to an exception, 0 cleaned, 1 Cancellation of the iterator due to an exception, 1 cleaned
next: 0 Cancellation of the iterator due to an exception, 0 cleaned, 1 Cancellation of the iterator due to an exception, 1 cleaned
