--TEST--
An extension of an outsider has an event type of its own, for numbers that a background thread makes
--DESCRIPTION--
Rules: ABI-2, ABI-154, ABI-190, ABI-196
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('async_feed'))) die('skip needs async_feed');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('async_feed');
require __DIR__ . '/../lib/watchdog.php';
watchdog();
use function Async\{await, delay, spawn, suspend};

// Several readers of one feed: every number once, in order for each of them.
$feed = feed_open(2000, 0);
$seen = $readers = [];
$in_order = true;
for ($i = 0; $i < 3; $i++) {
    $readers[] = spawn(function () use ($feed, &$seen, &$in_order) {
        $last = 0;
        while (($number = feed_next($feed)) !== null) {
            $seen[$number] = ($seen[$number] ?? 0) + 1;
            $in_order = $in_order && $number > $last;
            $last = $number;
        }
    });
}
foreach ($readers as $reader) await($reader);
echo count($seen), ' numbers, each once: ', array_sum($seen) === 2000 ? 'yes' : 'no', ', in order: ', $in_order ? 'yes' : 'no', "\n";
feed_close($feed);

// Only the thread can end the wait: no deadlock. Others run meanwhile.
$feed = feed_open(5, 2000);
$beside = 0;
$other = spawn(function () use (&$beside) { while (true) { $beside++; suspend(); } });
$sum = 0;
while (($number = feed_next($feed)) !== null) $sum += $number;
$other->cancel();
echo "sum $sum, others ran: ", $beside > 1 ? 'yes' : 'no', "\n";
feed_close($feed);
$feed = feed_open(3, 1000);
$sum = 0;
while (($number = feed_next($feed)) !== null) $sum += $number;
echo "alone: sum $sum\n";

echo "closed while it is waited for: ";
$feed = feed_open(1_000_000, 50_000);
feed_next($feed);
$reader = spawn(fn() => feed_next($feed));
delay(1);
feed_close($feed);
var_dump(await($reader));

echo "cancelled: ";
$feed = feed_open(1_000_000, 50_000);
feed_next($feed);
$reader = spawn(function () use ($feed) { feed_next($feed); });
delay(1);
$reader->cancel(new Async\AsyncCancellation('cancelled'));
try { await($reader); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

// Left open: the end of the request closes it, also while the thread is at work.
feed_open(1_000_000, 10);
?>
--EXPECT--
2000 numbers, each once: yes, in order: yes
sum 15, others ran: yes
alone: sum 6
closed while it is waited for: NULL
cancelled: cancelled
