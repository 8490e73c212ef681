--TEST--
FW-5: changes of one heap, and calls of one XML parser, wait for each other when a comparison or a handler is suspended
--DESCRIPTION--
Rules: io FW-5
Order: independent
--EXTENSIONS--
xml
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Heap extends SplMinHeap
{
    protected function compare($a, $b): int { suspend(); return $b <=> $a; }
}
final class Queue extends SplPriorityQueue
{
    public function compare($a, $b): int { suspend(); return $b <=> $a; }
}
$heap = new Heap;
$queue = new Queue;
foreach ([[5, 1, 8], [7, 2, 4], [3, 9, 6]] as $numbers) {
    $coroutines[] = spawn(function () use ($heap, $queue, $numbers) {
        foreach ($numbers as $number) {
            $heap->insert($number);
            $queue->insert("v$number", $number);
        }
    });
}
suspend();
echo $heap->isCorrupted() ? "corrupted\n" : "whole\n";
foreach ($coroutines as $coroutine) await($coroutine);
$coroutines = [];
foreach ([1, 2, 3] as $i) {
    $coroutines[] = spawn(fn() => [[$heap->extract(), $heap->extract(), $heap->extract()], [$queue->extract(), $queue->extract()]]);
}
$extracted = $values = [];
foreach ($coroutines as $coroutine) {
    [$three, $two] = await($coroutine);
    $extracted = [...$extracted, ...$three];
    $values = [...$values, ...$two];
}
sort($extracted);
sort($values);
echo json_encode($extracted), ' ', count($heap), ' ', json_encode($values), ' ', count($queue), "\n";

$parser = xml_parser_create();
$seen = [];
xml_set_element_handler($parser, function ($parser, $name) use (&$seen) { suspend(); suspend(); $seen[] = $name; }, fn() => 0);
foreach (['<a><b/><c/>', '<d/><e/>', '<f/></a>'] as $i => $text) {
    $parts[] = spawn(fn() => xml_parse($parser, $text, $i === 2));
    // In this order, but none has to wait for the one before.
    while (count($seen) < [2, 4, 0][$i]) suspend();
}
foreach ($parts as $part) echo await($part), ' ';
echo implode(' ', $seen), "\n";
--EXPECT--
whole
[1,2,3,4,5,6,7,8,9] 0 ["v1","v2","v3","v4","v5","v6"] 3
1 1 1 A B C D E F
