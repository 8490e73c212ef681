--TEST--
FW-5: array_multisort() runs one coroutine at a time when it compares by a method that suspends
--DESCRIPTION--
Rules: io FW-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/at_once.php';

final class Text
{
    public function __construct(private string $text) {}
    public function __toString() { pause(); return $this->text; }
}

at_once('array_multisort', function ($i) {
    $texts = array_map(fn($n) => new Text("t$n"), [3, 1, 2, 1]);
    $numbers = [4, 3, 2, 1 + $i];
    $i ? array_multisort($texts, SORT_STRING, SORT_DESC, $numbers)
        : array_multisort($texts, SORT_STRING, $numbers, SORT_NUMERIC, SORT_DESC);
    return [array_map('strval', $texts), $numbers];
});
--EXPECT--
array_multisort: as alone
