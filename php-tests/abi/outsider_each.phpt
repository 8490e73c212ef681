--TEST--
An extension of an outsider calls a function for many elements, some at a time, with the concurrent iterator
--DESCRIPTION--
Rules: ABI-2, ABI-50, ABI-143
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('async_each'))) die('skip needs async_each');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('async_each');
require __DIR__ . '/../lib/watchdog.php';
watchdog();
use function Async\{delay, spawn, await};

// The results stand under their keys, in whatever order they come; no more than the limit run at once.
foreach ([1, 3, 0] as $limit) {
    $running = $most = 0;
    $results = each_map(array_combine(range('a', 'j'), range(1, 10)), function (int $n) use (&$running, &$most) {
        $most = max($most, ++$running);
        delay(11 - $n);
        $running--;
        return $n * $n;
    }, $limit);
    ksort($results);
    echo "limit $limit: most $most, ", implode(',', array_keys($results)), ' ', implode(',', $results), "\n";
}

// A Traversable, whose elements come while others are handled.
$generator = (function () {
    foreach ([3, 2, 1] as $n) {
        delay(1);
        yield "key $n" => $n;
    }
})();
$results = each_map($generator, function (int $n) { delay($n); return $n; }, 2);
ksort($results);
echo json_encode($results), json_encode(each_map([], strlen(...), 1)), "\n";

// What one throws ends the others, and is thrown by the call.
$ended = $begun = 0;
try {
    each_map(range(1, 100), function (int $n) use (&$ended, &$begun) {
        $begun++;
        if ($n === 5) throw new LogicException('five');
        try { delay(1000); } finally { $ended++; }
    }, 5);
} catch (LogicException $e) {
    echo $e->getMessage(), ", $begun begun, $ended ended\n";
}
$generator = (function () { yield 1; throw new LogicException('iterator'); })();
try { each_map($generator, fn() => delay(1), 2); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }

// Without a handler: value and key, until one says false.
$seen = [];
each_call(['x' => 1, 'y' => 2, 'z' => 3], function (int $n, string $key) use (&$seen) { $seen[] = "$key$n"; return $key !== 'y'; }, 1);
echo implode(',', $seen), "\n";
try { each_call([1], fn() => throw new LogicException('call'), 1); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }

// The caller is cancelled.
$coroutine = spawn(fn() => each_map([1, 2, 3], fn() => delay(10_000), 2));
delay(1);
$coroutine->cancel(new Async\AsyncCancellation('cancelled'));
try { await($coroutine); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
limit 1: most 1, a,b,c,d,e,f,g,h,i,j 1,4,9,16,25,36,49,64,81,100
limit 3: most 3, a,b,c,d,e,f,g,h,i,j 1,4,9,16,25,36,49,64,81,100
limit 0: most 10, a,b,c,d,e,f,g,h,i,j 1,4,9,16,25,36,49,64,81,100
{"key 1":1,"key 2":2,"key 3":3}[]
five, 5 begun, 4 ended
iterator
x1,y2
call
cancelled
