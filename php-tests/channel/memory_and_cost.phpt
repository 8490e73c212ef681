--TEST--
An idle channel weighs little, memory for values comes with them, and no operation costs more when many wait
--DESCRIPTION--
Rules: CH-4, CH-7, CH-10, CH-17, CH-20, CH-29
Order: dependent (cost does not differ by seed, and takes long)
--INI--
memory_limit=1G
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException};
use function Async\{spawn, suspend};

require __DIR__ . '/../lib/linear.php';

$before = memory_get_usage();
$ch = new Channel;
$one = memory_get_usage() - $before;
$before = memory_get_usage();
$large = new Channel(1_000_000);
$other = memory_get_usage() - $before;
// A debug build of PHP keeps more with every block.
$limit = PHP_DEBUG ? 400 : 320;
echo $one <= $limit && $other <= $limit ? "light\n" : "$one and $other bytes\n";

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

linear('receivers are served', 2000, function (int $n) {
    $ch = new Channel($n);
    $all = waiting($n, fn() => $ch->recv());
    for ($i = 0; $i < $n; $i++) $ch->sendAsync($i);
    finish($all);
});
linear('senders are served', 2000, function (int $n) {
    $ch = new Channel;
    $all = waiting($n, fn() => $ch->send(1));
    for ($i = 0; $i < $n; $i++) $ch->recv();
    finish($all);
});
linear('cancelled ones leave', 2000, function (int $n) {
    $ch = new Channel($n);
    $all = waiting($n, fn() => $ch->recv());
    foreach ($all as $one) $one->cancel();
    // While they are still in the queue.
    for ($i = 0; $i < $n; $i++) $ch->sendAsync($i);
    finish($all);
});
linear('promised and cancelled', 2000, function (int $n) {
    $ch = new Channel($n);
    $all = waiting($n, fn() => $ch->recv());
    for ($i = 0; $i < $n; $i++) $ch->sendAsync($i);
    foreach ($all as $one) $one->cancel();
    finish($all);
});
linear('all are failed', 2000, function (int $n) {
    $ch = new Channel;
    $all = waiting($n, fn() => $ch->recv());
    $ch->close();
    finish($all);
});
linear('futures are dropped from the middle', 4000, function (int $n) {
    $ch = new Channel;
    $futures = [];
    for ($i = 0; $i < $n; $i++) $futures[] = $ch->recvAsync()->ignore();
    // From the middle of what waits, and next to each other in memory.
    for ($i = 0; $i < $n; $i++) unset($futures[($i + $n / 2) % $n]);
});
linear('channels of a scope', 4000, function (int $n) {
    $scope = new Async\Scope;
    $channels = [];
    $made = $scope->spawn(function () use ($n, &$channels) { for ($i = 0; $i < $n; $i++) $channels[] = new Channel; });
    finish([$made]);
    for ($i = 0; $i < $n; $i += 2) unset($channels[($i + $n / 2) % $n]);
    $scope->dispose();
});
--EXPECT--
light
receivers are served: linear
senders are served: linear
cancelled ones leave: linear
promised and cancelled: linear
all are failed: linear
futures are dropped from the middle: linear
channels of a scope: linear
