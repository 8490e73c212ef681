--TEST--
ES-1: serialize() and unserialize() that suspend share nothing with those of other coroutines
--DESCRIPTION--
Rules: ES-1, SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class Suspends
{
    public function __construct(public string $id, public ?object $twin = null) {}
    public function __serialize(): array { suspend(); return [$this->id, $this->twin]; }
    public function __unserialize(array $data): void { [$this->id, $this->twin] = $data; suspend(); }
}

$task = function (string $id, int $turns) {
    for ($i = 0; $i < $turns; $i++) suspend();
    $twin = new Suspends("twin of $id");
    $text = serialize([new Suspends("1$id", $twin), $twin, new Suspends("2$id", $twin)]);
    [$one, $two, $three] = unserialize($text);
    return [$text, $one->id, $three->id, $one->twin === $two && $two === $three->twin];
};
$alone = [];
foreach (['A', 'B', 'C'] as $id) {
    $alone[] = await(spawn($task, $id, 0));
}
foreach ([[0, 0, 0], [0, 1, 2], [2, 0, 1], [0, 3, 3], [3, 4, 0]] as $turns) {
    $together = [];
    foreach (['A', 'B', 'C'] as $i => $id) {
        $together[] = spawn($task, $id, $turns[$i]);
    }
    var_dump(array_map(await(...), $together) === $alone);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
