--TEST--
IT-8: of several exceptions the first is thrown, the others are chained to it
--DESCRIPTION--
Rules: IT-8
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend};
use Async\AsyncCancellation;

try {
    iterate([1, 2, 3], function ($v) {
        try {
            suspend();
            if ($v === 1) { suspend(); suspend(); suspend(); throw new RuntimeException('first'); }
            for ($i = 0; $i < 50; $i++) suspend();
        }
        catch (AsyncCancellation) { throw new LogicException("while unwinding $v"); }
    });
} catch (RuntimeException $e) {
    for ($list = []; $e; $e = $e->getPrevious()) $list[] = get_class($e) . ': ' . $e->getMessage();
    $first = array_shift($list); sort($list);
    echo $first, "\n", implode("\n", array_filter($list, fn($l) => str_starts_with($l, 'LogicException'))), "\n";
}
--EXPECT--
RuntimeException: first
LogicException: while unwinding 2
LogicException: while unwinding 3
