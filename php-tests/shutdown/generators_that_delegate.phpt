--TEST--
core SH-5: generators that delegate to others are closed at the end as in stock PHP, and run no further, while coroutines are waited for
--DESCRIPTION--
Rules: core SH-5, core GC-20
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$programs = [
    'a chain' => <<<'PHP'
        $inner = inner();
        $outer = outer($inner);
        echo $outer->current(), "\n";
        $copy = $outer;
        unset($inner);
        PHP,
    'a tree' => <<<'PHP'
        $root = inner();
        for ($i = 0; $i < 3; $i++) {
            $outer[] = $one = outer($middle ??= outer($root));
            $outer[] = outer($one);
        }
        unset($root, $middle, $one);
        foreach ($outer as $one) echo $one->current(), "\n";
        $outer[0]->next();
        PHP,
    'a deep chain' => <<<'PHP'
        $all = [inner()];
        for ($i = 0; $i < 20_000; $i++) $all[] = outer($all[$i]);
        echo end($all)->current(), ' ', $all[10]->current(), "\n";
        $copies = $all;
        unset($all[0], $copies[0]);
        PHP,
];
foreach ($programs as $title => $program) {
    $outputs = [];
    foreach (['', 'Async\spawn(function () { Async\delay(1); });'] as $waits) {
        $code = '<?php function inner() { try { yield 1; yield 2; } finally { echo "inner closed\n"; } }
            function outer($to) { try { yield from $to; } finally { echo "."; } }';
        $outputs[] = child_php("$code\n$waits\n$program\n", seconds: 20)['out'];
    }
    echo "$title: ", $outputs[0] === $outputs[1] ? 'the same' : "stock:\n$outputs[0]\nwith a coroutine:\n$outputs[1]", "\n";
    echo preg_match('/error|exception/i', $outputs[0]) ? "and it is an error:\n$outputs[0]\n" : '';
}
?>
--EXPECT--
a chain: the same
a tree: the same
a deep chain: the same
