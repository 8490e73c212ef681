--TEST--
FW-6: code nested deeper than a coroutine's stack is compiled, by eval() and by include
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
--FILE--
<?php
use function Async\{await, spawn};

$code = 'return ' . str_repeat('[', 1500) . '$x' . str_repeat(']', 1500) . ';';
$sum = 'return ' . str_repeat('$x . ', 3000) . '$x;';
$file = tempnam(sys_get_temp_dir(), 'deep');
file_put_contents($file, "<?php $sum");
await(spawn(function () use ($code, $sum, $file) {
    $x = 'a';
    $v = eval($code);
    for ($depth = 0; is_array($v); $depth++) {
        $v = $v[0];
    }
    echo "$depth $v\n";
    echo strlen(eval($sum)), "\n";
    echo strlen(include $file), "\n";
    try {
        eval(substr($code, 0, -700));
    } catch (ParseError $e) {
        echo get_class($e), "\n";
    }
}));
unlink($file);
?>
--EXPECT--
1500 a
3001
3001
ParseError
