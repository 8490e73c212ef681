--TEST--
AW-4: a thousand coroutines await one; abandoned and cancelled waits among them leave no trace
--DESCRIPTION--
Rules: AW-4, AW-9, AW-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\{AsyncCancellation, OperationCanceledException};

$release = false;
$job = spawn(function () use (&$release) { while (!$release) delay(1); return 'v'; });
$cs = []; $counts = ['value' => 0, 'timeout' => 0, 'cancelled' => 0];
for ($i = 0; $i < 1000; $i++) {
    $cs[] = spawn(function () use ($job, $i, &$counts) {
        try { await($job, $i % 3 === 0 ? timeout(1) : null); $counts['value']++; }
        catch (OperationCanceledException) { $counts['timeout']++; }
        catch (AsyncCancellation) { $counts['cancelled']++; }
    });
}
while ($counts['timeout'] < 334) delay(1);
foreach ($cs as $i => $c) if ($i % 3 === 1) $c->cancel();
$release = true;
foreach ($cs as $c) await($c);
echo json_encode($counts), "\n";
--EXPECT--
{"value":333,"timeout":334,"cancelled":333}
