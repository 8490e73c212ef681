--TEST--
EXE-7: popen() of a command that is too long fails with the message of stock PHP
--DESCRIPTION--
Rules: io EXE-7
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
$open = function (string $mode) {
    set_error_handler(function (int $level, string $message) {
        echo strlen($message), ' ... ', substr($message, -40), "\n";
        return true;
    });
    var_dump(popen('true ' . str_repeat('x', 200_000), $mode));
};
foreach (['r', 'w'] as $mode) {
    if (function_exists('Async\spawn')) {
        Async\await(Async\spawn($open, $mode));
    } else {
        $open($mode);
    }
}
PHP;
$ours = child_php($code);
$stock = child_php($code, with_extension: false);
var_dump($ours === $stock, substr_count($ours['out'], 'bool(false)'), $ours['status']);
if ($ours !== $stock) {
    var_dump($ours, $stock);
}
?>
--EXPECT--
bool(true)
int(2)
int(0)
