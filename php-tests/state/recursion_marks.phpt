--TEST--
EG-10: a value that a coroutine encodes, prints or compares, suspended in its method, is whole for others; recursion is found
--DESCRIPTION--
Rules: io EG-10, SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Slow implements JsonSerializable
{
    public $text = 'text';
    private function wait() { suspend(); suspend(); }
    public function jsonSerialize(): mixed { $this->wait(); return [$this->text]; }
    public function __debugInfo() { $this->wait(); return [$this->text]; }
    public function __serialize(): array { $this->wait(); return [$this->text]; }
    public function __toString() { $this->wait(); return $this->text; }
}
#[AllowDynamicProperties]
final class Holder
{
    public $a;
    protected $b = [];
    public function __construct(Slow $slow) { $this->a = $slow; $this->b[] = [$slow]; $this->c = [$slow]; }
}
final class Guarded
{
    public $slow;
    public function __get($name) { return null; }
}
$slow = new Slow;
$guarded = new Guarded;
$guarded->slow = $slow;
$other = clone $guarded;
$other->slow = 'text';
$print = function (callable $function, $value) { ob_start(); $function($value); return ob_get_clean(); };
$values = [
    'object' => (object) ['slow' => $slow], 'nested' => new Holder($slow), 'array' => [[$slow], 'k' => [[$slow]]],
    'storage' => new ArrayObject([[$slow]]), 'guarded' => $guarded,
];
$ways = [
    'json_encode' => json_encode(...),
    'serialize' => serialize(...),
    'print_r' => fn($value) => print_r($value, true),
    'var_dump' => fn($value) => $print(var_dump(...), $value),
    'var_export' => fn($value) => var_export($value, true),
    'walk' => function ($value) {
        if (is_array($value)) array_walk_recursive($value, function (&$element) { suspend(); $element = 'walked'; });
        return json_encode($value);
    },
    '==' => fn($value) => $value == match (true) {
        is_array($value) => [['text'], 'k' => [['text']]],
        $value instanceof Guarded => $other,
        default => (object) ['slow' => 'text'],
    },
    'in_array' => fn($value) => in_array([['text'], 'k' => [['text']]], [$value]),
    'sort' => function ($value) { $list = [$value, $value, 'b']; sort($list); return count($list); },
];
foreach ($values as $kind => $value) {
    foreach ($ways as $way => $do) {
        $alone = $do($value);
        $coroutines = [];
        for ($i = 0; $i < 4; $i++) $coroutines[] = spawn($do, $value);
        foreach ($coroutines as $coroutine) {
            if (($result = await($coroutine)) !== $alone)
                echo "$way, $kind: ", json_encode($result), ' instead of ', json_encode($alone), "\n";
        }
    }
}
// One value, each coroutine in another function.
$coroutines = [];
foreach ($ways as $way => $do) $coroutines[$way] = spawn($do, $values['nested']);
foreach ($coroutines as $way => $coroutine) {
    if (await($coroutine) !== $ways[$way]($values['nested'])) echo "$way among others differs\n";
}
// What is really recursive.
$recursive = (object) ['slow' => $slow];
$recursive->self = $recursive;
$list = ['slow' => $slow];
$list['self'] = &$list;
$json = function ($value) {
    $text = json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR);
    return $text . ' ' . json_last_error_msg();
};
foreach ([$recursive, $list] as $value) {
    $coroutines = [spawn($json, $value), spawn($json, $value), spawn($ways['print_r'], $value), spawn($ways['print_r'], $value)];
    foreach ($coroutines as $i => $coroutine) {
        $text = await($coroutine);
        echo $i < 2 ? "$text\n" : substr_count($text, 'RECURSION') . ' ' . substr_count($text, 'text') . "\n";
    }
}
echo "done\n";
--EXPECT--
{"slow":["text"],"self":null} Recursion detected
{"slow":["text"],"self":null} Recursion detected
1 1
1 1
{"slow":["text"],"self":null} Recursion detected
{"slow":["text"],"self":null} Recursion detected
1 1
1 1
done
