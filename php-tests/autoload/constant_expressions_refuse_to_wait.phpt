--TEST--
What waits through the API is refused in an autoloader that a constant expression has called: an enum case stays one object, a static one
--DESCRIPTION--
Rules: ES-4, SU-5
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\{await, delay, protect, spawn, suspend};

enum Status: int { case Open = Number::V; }
class Counter { static $n = Number2::V; static function next() { return ++self::$n; } }
function counter() { static $n = Number3::V; return ++$n; }

$ways = [
    'suspend' => fn() => suspend(), 'delay' => fn() => delay(1), 'await' => fn() => await(spawn(fn() => 1)),
    'recv' => fn() => (new Channel)->recv(), 'protect' => fn() => protect(fn() => suspend()),
];
$refused = 0;
spl_autoload_register(function ($class) use ($ways, &$refused) {
    foreach ($class === 'Plain' ? [] : $ways as $way) {
        try {
            $way();
        } catch (Async\AsyncException) {
            $refused++;
        }
    }
    // Starting one is no wait, and I/O blocks.
    spawn(fn() => null);
    usleep(1000);
    eval("class $class { const V = 3; }");
});
[$a, $b] = array_map(await(...), [spawn(fn() => Status::Open), spawn(fn() => Status::Open)]);
var_dump($a === $b, $a === Status::Open, $refused);
// Since PHP 8.3 the value of a static variable is code of its function, which may wait.
$right = [];
foreach (PHP_VERSION_ID < 80300 ? ['Counter::next', 'counter'] : ['Counter::next'] as $counter) {
    $counts = array_map(await(...), [spawn($counter), spawn($counter)]);
    sort($counts);
    $right[] = [...$counts, $counter()] === [4, 5, 6];
}
var_dump($right === array_fill(0, PHP_VERSION_ID < 80300 ? 2 : 1, true));
spl_autoload_register(function () {
    delay(1);
}, prepend: true);
enum Other: int { case Open = Number4::V; }
try {
    Other::Open;
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
// As ever where no constant expression is evaluated.
var_dump(class_exists('Plain'));
?>
--EXPECT--
bool(true)
bool(true)
int(5)
bool(true)
Cannot suspend a coroutine while a constant expression is evaluated: I/O blocks the process there
bool(true)
