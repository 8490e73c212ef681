--TEST--
EG-9: preg_replace_callback() finds in its coroutine what it has matched, whatever others with many groups do meanwhile
--DESCRIPTION--
Rules: io EG-9, SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/at_once.php';

$groups = fn(int $count) => '/' . str_repeat('(', $count) . '[ab]' . str_repeat(')', $count) . '/';
$calls = [
    fn($f) => preg_replace_callback($groups(40), $f, 'b'),
    fn($f) => preg_replace_callback('/[ab]/', $f, '--a--b--'),
    fn($f) => preg_replace_callback([$groups(31), $groups(32)], $f, 'ab'),
    fn($f) => preg_replace_callback_array([$groups(33) => $f, '/-/' => $f], 'a-b'),
    fn($f) => preg_replace_callback($groups(31), $f, 'ab'),
];
at_once('all of them', function ($i) use ($calls) {
    return $calls[$i](function ($match) use ($i) {
        for ($n = 0; $n <= ($i + 3) % 5; $n++) {
            pause();
            // What another coroutine matches meanwhile begins far away.
            preg_match('/z(y)(x)/', str_repeat('.', 3000) . 'zyx');
        }
        return strtoupper($match[0]);
    });
}, count($calls));

// The one with many groups begins first and ends in the middle of another one.
$many = spawn(fn() => preg_replace_callback($groups(40), function () { suspend(); suspend(); return 'B'; }, 'b'));
$few = spawn(function () {
    suspend();
    return preg_replace_callback('/a/', function () { for ($n = 0; $n < 6; $n++) suspend(); return 'A'; }, '--a--a--');
});
$other = spawn(function () {
    for ($n = 0; $n < 20; $n++) {
        suspend();
        preg_match('/z(y)(x)/', str_repeat('.', 3000) . 'zyx');
    }
});
echo await($many), ' ', await($few), "\n";
await($other);
try {
    preg_replace_callback($groups(40), function () { throw new Exception('thrown'); }, 'a');
} catch (Exception $e) {
    echo $e->getMessage(), ' ', preg_replace_callback('/./', fn($m) => $m[0] . '.', 'ok'), "\n";
}
--EXPECT--
all of them: as alone
B --A--A--
thrown o.k.
