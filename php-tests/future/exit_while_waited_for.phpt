--TEST--
exit() in a callback or beside a waiter ends the script, once
--DESCRIPTION--
Rules: FU-23
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

require __DIR__ . '/../lib/child.php';
run_children('use Async\\{Future, FutureState}; use function Async\\{spawn, suspend, await};', [
    'in a callback' => '$f = Future::completed(1)->map(function () { echo "bye\\n"; exit(3); }); '
        . '$f->ignore(); $f->await(); echo "not reached\\n";',
    'beside a waiter' => '$s = new FutureState(); $f = new Future($s); '
        . 'spawn(function () { suspend(); exit(4); }); $f->await(); echo "not reached\\n";',
]);
--EXPECT--
-- in a callback
bye
[status 3]
-- beside a waiter

[status 4]
