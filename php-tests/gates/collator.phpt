--TEST--
FW-5: Collator::sort() runs one coroutine at a time when it compares by a method that suspends
--DESCRIPTION--
Rules: io FW-5
Order: independent
--EXTENSIONS--
intl
--SKIPIF--
<?php
?>
--FILE--
<?php
require __DIR__ . '/../lib/at_once.php';

final class Text
{
    public function __construct(private string $text) {}
    public function __toString() { pause(); return $this->text; }
}

at_once('sort', function ($i) {
    $texts = array_map(fn($text) => new Text($text), array_slice(['z', 'ö', 'a', 'o', 'y'], 0, 5 - $i));
    $collator = new Collator(['sv', 'de', 'sv'][$i]);
    $i < 2 ? $collator->sort($texts) : collator_asort($collator, $texts);
    return array_map('strval', $texts);
}, 3);
--EXPECT--
sort: as alone
