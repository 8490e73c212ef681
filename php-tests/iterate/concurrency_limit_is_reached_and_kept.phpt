--TEST--
IT-4: exactly N callbacks are in flight when they block, for arrays and for iterators that suspend
--DESCRIPTION--
Rules: IT-4, IT-6
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend, delay};

class Slow implements Iterator {
    private int $i = 0;
    private bool $moving = false;
    function __construct(private int $n) {}
    private function move() { if ($this->moving) echo "two moves at once\n"; $this->moving = true; suspend(); $this->moving = false; }
    function rewind(): void { $this->move(); }
    function valid(): bool { $this->move(); return $this->i < $this->n; }
    function current(): mixed { $this->move(); return $this->i; }
    function key(): mixed { $this->move(); return $this->i; }
    function next(): void { $this->move(); $this->i++; }
}
foreach ([1, 2, 3, 7, 0] as $limit) {
    foreach (['array' => fn() => range(0, 11), 'generator' => fn() => (function () {
        for ($i = 0; $i < 12; $i++) { suspend(); yield $i; }
    })(), 'iterator' => fn() => new Slow(12)] as $name => $input) {
        $running = $most = 0; $seen = [];
        iterate($input(), function ($v) use (&$running, &$most, &$seen) {
            $most = max($most, ++$running);
            for ($i = 0; $i < 150; $i++) suspend();
            $seen[] = $v; $running--;
        }, $limit);
        sort($seen);
        $expected = $limit ?: 12;
        if ($most !== $expected || $seen !== range(0, 11)) echo "$name, $limit: $most at once, ", json_encode($seen), "\n";
    }
}
echo "done\n";
--EXPECT--
done
