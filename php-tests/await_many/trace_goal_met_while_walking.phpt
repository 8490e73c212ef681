--TEST--
AA-23, second trace of 8.2: meeting the goal does not interrupt the walker's slice; afterwards it takes nothing
--DESCRIPTION--
Rules: AA-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_any_or_fail};

class Steps implements Iterator {
    private int $i = 0;
    function __construct(private array $tasks) {}
    function rewind(): void { suspend(); }
    function valid(): bool { return $this->i < count($this->tasks); }
    function current(): mixed { $n = array_keys($this->tasks)[$this->i]; echo "item:$n\n"; return spawn($this->tasks[$n]); }
    function key(): mixed { return $this->i; }
    function next(): void { suspend(); $this->i++; }
}
spawn(function () { for ($i = 1; $i <= 3; $i++) { echo "bg$i\n"; suspend(); } });
echo await_any_or_fail(new Steps([
    'A' => function () { suspend(); suspend(); return 'a'; },
    'B' => fn() => 'b',
    'C' => function () { suspend(); return 'c'; },
    'D' => fn() => 'd',
])), "\n";
for ($i = 0; $i < 10; $i++) suspend();
echo "D was not taken\n";
--EXPECT--
bg1
bg2
item:A
bg3
item:B
item:C
b
D was not taken
