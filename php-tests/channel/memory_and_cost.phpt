--TEST--
An idle channel weighs little, memory for values comes with them, and no operation costs more when many wait
--DESCRIPTION--
Rules: CH-4, CH-7, CH-10, CH-17, CH-20, CH-29
Order: independent
--INI--
memory_limit=1G
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException};
use function Async\{spawn, suspend};

$before = memory_get_usage();
$ch = new Channel;
$one = memory_get_usage() - $before;
$before = memory_get_usage();
$large = new Channel(1_000_000);
$other = memory_get_usage() - $before;
// A debug build of PHP keeps more with every block.
$limit = PHP_DEBUG ? 400 : 320;
echo $one <= $limit && $other <= $limit ? "light\n" : "$one and $other bytes\n";

/**
 * CPU time for $n and for 4 $n, both more than a processor's caches hold: work in proportion takes 4 times as long, up to
 * 8 times in an order that no cache foresees, quadratic work 16 times. A constant amount is granted for very short runs.
 */
function linear(string $what, callable $run, int $n = 8000): void
{
    $cpu = fn() => array_sum(array_map(fn($k) => getrusage()["ru_$k.tv_sec"] * 1e6 + getrusage()["ru_$k.tv_usec"], ['utime', 'stime']));
    $best = function (int $n) use ($run, $cpu) {
        $times = [];
        for ($i = 0; $i < 2; $i++) { $begin = $cpu(); $run($n); $times[] = $cpu() - $begin; }
        return min($times);
    };
    $best($n);
    [$small, $big] = [$best($n), $best(4 * $n)];
    echo $what, ': ', $big <= 11 * $small + 20_000 ? 'linear' : "$small us for $n, $big us for 4 times as many", "\n";
}

/** Coroutines that wait, each in `$operation`. */
function waiting(int $n, callable $operation): array
{
    $count = 0;
    $all = [];
    for ($i = 0; $i < $n; $i++) {
        $all[] = spawn(function () use ($operation, &$count) {
            $count++;
            try { $operation(); } catch (ChannelException | AsyncCancellation) {}
        });
    }
    while ($count < $n) suspend();
    return $all;
}

function finish(array $all): void
{
    foreach ($all as $one) while (!$one->isCompleted()) suspend();
}

linear('receivers are served', function (int $n) {
    $ch = new Channel($n);
    $all = waiting($n, fn() => $ch->recv());
    for ($i = 0; $i < $n; $i++) $ch->sendAsync($i);
    finish($all);
});
linear('senders are served', function (int $n) {
    $ch = new Channel;
    $all = waiting($n, fn() => $ch->send(1));
    for ($i = 0; $i < $n; $i++) $ch->recv();
    finish($all);
});
linear('cancelled ones leave', function (int $n) {
    $ch = new Channel($n);
    $all = waiting($n, fn() => $ch->recv());
    foreach ($all as $one) $one->cancel();
    // While they are still in the queue.
    for ($i = 0; $i < $n; $i++) $ch->sendAsync($i);
    finish($all);
});
linear('promised and cancelled', function (int $n) {
    $ch = new Channel($n);
    $all = waiting($n, fn() => $ch->recv());
    for ($i = 0; $i < $n; $i++) $ch->sendAsync($i);
    foreach ($all as $one) $one->cancel();
    finish($all);
});
linear('all are failed', function (int $n) {
    $ch = new Channel;
    $all = waiting($n, fn() => $ch->recv());
    $ch->close();
    finish($all);
});
linear('futures are dropped from the middle', function (int $n) {
    $ch = new Channel;
    $futures = [];
    for ($i = 0; $i < $n; $i++) $futures[] = $ch->recvAsync()->ignore();
    // From the middle of what waits, and next to each other in memory.
    for ($i = 0; $i < $n; $i++) unset($futures[($i + $n / 2) % $n]);
}, 16_000);
linear('channels of a scope', function (int $n) {
    $scope = new Async\Scope;
    $channels = [];
    $made = $scope->spawn(function () use ($n, &$channels) { for ($i = 0; $i < $n; $i++) $channels[] = new Channel; });
    finish([$made]);
    for ($i = 0; $i < $n; $i += 2) unset($channels[($i + $n / 2) % $n]);
    $scope->dispose();
}, 16_000);
--EXPECT--
light
receivers are served: linear
senders are served: linear
cancelled ones leave: linear
promised and cancelled: linear
all are failed: linear
futures are dropped from the middle: linear
channels of a scope: linear
