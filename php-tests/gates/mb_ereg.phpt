--TEST--
FW-5: mb_ereg_replace_callback() keeps its pattern, also when others use the same with other options meanwhile
--DESCRIPTION--
Rules: io FW-5
Order: independent
--EXTENSIONS--
mbstring
--SKIPIF--
<?php
if (!function_exists('mb_ereg')) die('skip needs mbregex');
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/at_once.php';

at_once('callbacks', fn($i) => mb_ereg_replace_callback('a(b|c)+', function ($m) use ($i) {
    pause();
    return "<$m[0]$i>";
}, str_repeat('abcbc-ABC-', 4), $i ? 'i' : ''), 3);

$replaces = spawn(fn() => mb_ereg_replace_callback('a(b|c)+', function () {
    suspend();
    // Its own coroutine may go in.
    mb_ereg('x', 'x');
    return 'X';
}, str_repeat('abcbc-', 6)));
$other = spawn(function () {
    for ($n = 0; $n < 6; $n++) {
        suspend();
        $found[] = mb_eregi('a(b|c)+', 'xABC') && mb_split('a(b|c)+', 'xabcy') === ['x', 'y'];
        $room[] = str_repeat('x', 500);
    }
    return $found;
});
echo await($replaces), ' ', count(array_filter(await($other))), "\n";
--EXPECT--
callbacks: as alone
X-X-X-X-X-X- 6
