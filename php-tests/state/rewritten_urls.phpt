--TEST--
EG-9: what output_add_rewrite_var() adds to URLs it adds in the output of the coroutine that called it
--DESCRIPTION--
Rules: io EG-9, OB-1
Order: independent
--INI--
url_rewriter.tags="a=href"
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/at_once.php';

$page = function ($i) {
    ob_start();
    output_add_rewrite_var("name$i", "value$i");
    // The rest of the tag comes later.
    echo "<a href='first$i.php'>1</a> <a hre";
    pause();
    echo "f='second$i.php'>2</a>";
    pause();
    output_add_rewrite_var("more$i", 'x');
    echo "<a href='third$i.php'>3</a>";
    ob_end_flush();
    return ob_get_clean();
};
at_once('two that add', fn($i) => $page($i), 3);
at_once('one that does not', function ($i) use ($page) {
    if ($i) return $page($i);
    ob_start();
    echo "<a href='plain.php'>1</a>";
    pause();
    echo "<a href='plain.php'>2</a>";
    return ob_get_clean();
});
at_once('taken back', function ($i) {
    ob_start();
    output_add_rewrite_var("name$i", 'x');
    echo "<a href='with.php'>1</a>";
    pause();
    $i or output_reset_rewrite_vars();
    pause();
    echo "<a href='perhaps.php'>2</a>";
    ob_end_flush();
    return ob_get_clean();
});

// One that ends with it leaves nothing behind; main has its own.
$plain = function () {
    ob_start();
    echo "<a href='plain.php'>1</a>\n";
    return ob_get_clean();
};
$leave = function () {
    ob_start();
    output_add_rewrite_var('left', 'open');
};
await(spawn($leave));
echo await(spawn($plain));
ob_start();
output_add_rewrite_var('of', 'main');
await(spawn($leave));
echo await(spawn($plain)), "<a href='main.php'>main</a>\n";
ob_end_flush();
ob_end_flush();
--EXPECT--
two that add: as alone
one that does not: as alone
taken back: as alone
<a href='plain.php'>1</a>
<a href='plain.php?of=main'>1</a>
<a href='main.php?of=main'>main</a>
