--TEST--
AA-21, AA-24: what a method of the iterator throws ends any await_* call at once, unchanged
--DESCRIPTION--
Rules: AA-21, AA-24
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all};

class Bad implements Iterator {
    private int $i = 0;
    function __construct(private string $method) {}
    private function step(string $m) { if ($this->method === $m && ($m !== 'next' || $this->i > 0)) throw new RuntimeException($m); }
    function rewind(): void { suspend(); $this->step('rewind'); }
    function valid(): bool { $this->step('valid'); return $this->i < 3; }
    function current(): mixed { $this->step('current'); return spawn(fn() => 1); }
    function key(): mixed { $this->step('key'); return $this->i; }
    function next(): void { $this->step('next'); suspend(); $this->i++; }
}
foreach (['await_all', 'await_any_or_fail', 'await_first_success', 'await_all_or_fail', 'await_any_of', 'await_any_of_or_fail'] as $f) {
    foreach (['rewind', 'valid', 'current', 'key', 'next'] as $m) {
        try { str_contains($f, '_of') ? ("Async\\$f")(9, new Bad($m)) : ("Async\\$f")(new Bad($m)); echo "$f $m: nothing\n"; }
        catch (RuntimeException $e) { if ($e->getMessage() !== $m || $e->getPrevious()) echo "$f $m: ", $e->getMessage(), "\n"; }
    }
    // The third trace of 8.2: the task of the generator never runs, what it would have thrown never surfaces.
    $g = (function () { yield spawn(function () { echo "never\n"; throw new Exception('task'); }); throw new RuntimeException('g'); })();
    try { str_contains($f, '_of') ? ("Async\\$f")(9, $g) : ("Async\\$f")($g); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
}
// The walk began in a safe scope: a coroutine that has started lives on.
$g = (function () {
    yield spawn(function () { echo "started\n"; suspend(); suspend(); echo "zombie ends\n"; });
    suspend();
    throw new RuntimeException('late');
})();
try { await_all($g); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
g
g
g
g
g
g
started
late
zombie ends
