--TEST--
AA-23: a walker that waits in valid() when the call returns fetches no further element
--DESCRIPTION--
Rules: AA-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_any_or_fail};

class Endless implements Iterator
{
    private $i = 0;
    function rewind(): void {}
    function valid(): bool { if ($this->i > 0) suspend(); return true; }
    function current(): mixed { echo "current $this->i\n"; return spawn(fn() => 'done'); }
    function key(): mixed { return $this->i; }
    function next(): void { $this->i++; }
}
$result = await_any_or_fail(new Endless);
echo "returned $result\n";
for ($i = 0; $i < 8; $i++) suspend();
?>
--EXPECT--
current 0
current 1
returned done
