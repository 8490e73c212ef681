--TEST--
ES-3: recursion in C that cannot be moved to a large stack ends at the coroutine's own limit: an Error since PHP 8.3
--DESCRIPTION--
Rules: ES-3, EG-6, ABI-199
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// The operators of PHP call __get() and __toString() themselves.
$head = <<<'PHP'
<?php
use function Async\{await, spawn, suspend};
class Deep
{
    function __get($name) { return (new Deep)->$name; }
    function __toString(): string { return 'x' . new Deep; }
}
PHP;
$code = <<<'PHP'
$other = spawn(function () { suspend(); return 'the other goes on'; });
foreach ([fn() => (new Deep)->x, fn() => (string) new Deep] as $recurse) {
    echo await(spawn(function () use ($recurse) {
        try {
            $recurse();
        } catch (Error $e) {
            [$class, $message] = [get_class($e), $e->getMessage()];
            unset($e);
            suspend();
            return "$class: $message\n";
        }
    }));
}
echo await($other), "\n";
PHP;
$limit = '~^Error: Maximum call stack size of (\d+) bytes \(zend\.max_allowed_stack_size '
    . '- zend\.reserved_stack_size\) reached\. Infinite recursion\?$~m';
foreach (['256K' => 256 << 10, '2M' => 2 << 20] as $size => $bytes) {
    $result = child_php("$head\n$code", ['memory_limit' => -1, 'fiber.stack_size' => $size]);
    if (PHP_VERSION_ID >= 80300) {
        preg_match_all($limit, $result['out'], $found);
        // Guard, reserve and the frames of PHP code take their parts.
        $own = array_filter($found[1], fn($limit) => $limit < $bytes && $limit > $bytes / 3);
        $as_it_should = count($own) === 2 && str_ends_with($result['out'], "the other goes on\n") && $result['status'] === 0;
    } else {
        $as_it_should = str_contains($result['out'], "its C stack of $bytes bytes is used up") && $result['status'] === 255;
    }
    echo $size, ': ';
    $as_it_should ? print("the coroutine's own stack\n") : print_child($result);
}
--EXPECT--
256K: the coroutine's own stack
2M: the coroutine's own stack
