--TEST--
FW-6: functions that call back into PHP may be nested deeper than a coroutine's stack
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Sorted extends ArrayObject
{
}
final class Opening
{
    public static Closure $inside;
    public mixed $context = null;
    public function stream_open(): bool { (self::$inside)(); return false; }
    public function dir_opendir(): bool { (self::$inside)(); return false; }
}
final class Filter extends php_user_filter
{
    public function onCreate(): bool { ($this->params)(); return false; }
}
stream_wrapper_register('opening', Opening::class);
stream_filter_register('calling', Filter::class);
$opens = function (callable $open) {
    return function ($f) use ($open) {
        Opening::$inside = $f;
        static $number = 0;
        // PHP refuses to open the same one in the middle of it.
        @$open('opening://' . $number++, 'r');
    };
};
$ways = [
    'array_map' => fn($f) => array_map($f, [0]),
    'usort' => function ($f) { $a = [1, 2]; usort($a, function ($x, $y) use ($f) { $f(); return 0; }); },
    'array_filter' => fn($f) => array_filter([1], $f),
    'array_reduce' => fn($f) => array_reduce([1], $f),
    'array_walk' => function ($f) { $a = [1]; array_walk($a, $f); },
    'array_udiff' => fn($f) => array_udiff([1], [2], function ($x, $y) use ($f) { static $once; $once ??= $f(); return 0; }),
    'call_user_func' => fn($f) => \call_user_func(...)($f),
    'call_user_func_array' => fn($f) => (fn() => ('call_user' . '_func_array')($f, []))(),
    'preg_replace_callback' => fn($f) => preg_replace_callback('/./', function () use ($f) { $f(); return ''; }, 'x'),
    'preg_replace_callback_array' => fn($f) => preg_replace_callback_array(['/./' => function () use ($f) { $f(); return ''; }], 'x'),
    'iterator_apply' => fn($f) => iterator_apply(new ArrayIterator([1]), $f),
    'iterator_to_array' => fn($f) => iterator_to_array((function () use ($f) { yield $f(); })()),
    'ReflectionFunction' => fn($f) => (new ReflectionFunction($f))->invoke(),
    'Closure::call' => fn($f) => $f->call(new Sorted),
    'a method that a class of the user inherits' => fn($f) => (new Sorted([1, 2]))->uasort(function () use ($f) { $f(); return 0; }),
    'a closure of a function' => fn($f) => Closure::fromCallable('array_map')($f, [0]),
    'fopen' => $opens('fopen'),
    'opendir' => $opens(fn($path) => opendir($path)),
    'stream_filter_append' => fn($f) => @stream_filter_append(STDERR, 'calling', STREAM_FILTER_WRITE, $f),
    'a generator' => fn($f) => (function () use ($f) { yield $f(); })()->current(),
];
foreach ($ways as $name => $way) {
    $coroutine = spawn(function () use ($way) {
        $depth = 0;
        $deepest = 0;
        $recurse = function () use (&$depth, &$deepest, &$recurse, $way) {
            if (++$depth < 2000) {
                $way($recurse);
            } else {
                suspend();
            }
            $deepest = max($deepest, $depth--);
            return null;
        };
        $recurse();
        return $deepest;
    });
    echo await($coroutine), ' ', $name, "\n";
}
?>
--EXPECT--
2000 array_map
2000 usort
2000 array_filter
2000 array_reduce
2000 array_walk
2000 array_udiff
2000 call_user_func
2000 call_user_func_array
2000 preg_replace_callback
2000 preg_replace_callback_array
2000 iterator_apply
2000 iterator_to_array
2000 ReflectionFunction
2000 Closure::call
2000 a method that a class of the user inherits
2000 a closure of a function
2000 fopen
2000 opendir
2000 stream_filter_append
2000 a generator
