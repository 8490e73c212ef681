--TEST--
AA-20, first trace of 8.2: the walk is a coroutine of its own among the others
--DESCRIPTION--
Rules: AA-20, AA-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all_or_fail};

class Steps implements Iterator {
    private int $i = 0;
    function __construct(private array $names) {}
    function rewind(): void { suspend(); }
    function valid(): bool { return $this->i < count($this->names); }
    function current(): mixed { $n = $this->names[$this->i]; echo "item:$n\n"; return spawn(fn() => $n); }
    function key(): mixed { return $this->names[$this->i]; }
    function next(): void { suspend(); $this->i++; }
}
$background = function () { for ($i = 1; $i <= 5; $i++) { echo "bg$i\n"; suspend(); } };
spawn($background);
echo json_encode(await_all_or_fail(new Steps(['first', 'second', 'third']))), "\n";
spawn($background);
echo json_encode(await_all_or_fail((function () {
    foreach (['first', 'second', 'third'] as $n) { suspend(); echo "item:$n\n"; yield $n => spawn(fn() => $n); }
})())), "\n";
--EXPECT--
bg1
bg2
item:first
bg3
item:second
bg4
item:third
bg5
{"first":"first","second":"second","third":"third"}
bg1
bg2
item:first
bg3
item:second
bg4
item:third
bg5
{"first":"first","second":"second","third":"third"}
