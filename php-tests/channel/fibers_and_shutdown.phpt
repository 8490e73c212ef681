--TEST--
Channels inside native Fibers, and during a graceful shutdown
--DESCRIPTION--
Rules: CH-12, CH-14, CH-24, CH-26, CM-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
use Async\{AsyncCancellation, Channel};
use function Async\{await, delay, graceful_shutdown, spawn, suspend};
PHP;
run_children($head, [
    'a Fiber receives what another sends' => <<<'PHP'
        $ch = new Channel;
        $receiver = new Fiber(function () use ($ch) {
            $sum = 0;
            foreach ($ch as $v) { $sum += $v; Fiber::suspend($sum); }
            return "sum $sum";
        });
        $sender = new Fiber(function () use ($ch) {
            for ($i = 1; $i <= 3; $i++) $ch->send($i);
            $ch->close();
        });
        $a = spawn(function () use ($sender) { $sender->start(); });
        $b = spawn(function () use ($receiver) {
            $sums = [$receiver->start()];
            while (!$receiver->isTerminated()) $sums[] = $receiver->resume();
            return json_encode(array_filter($sums)) . ' ' . $receiver->getReturn();
        });
        echo await($b);
        await($a);
        PHP,
    'one that waits in a Fiber is cancelled' => <<<'PHP'
        $ch = new Channel(1);
        $c = spawn(function () use ($ch) {
            $fiber = new Fiber(function () use ($ch) {
                try { return $ch->recv(); } catch (AsyncCancellation $e) { return $e->getMessage(); }
            });
            $fiber->start();
            return $fiber->getReturn();
        });
        while (!$c->isStarted()) suspend();
        delay(1);
        $fiber = array_filter(Async\get_coroutines(), fn($o) => $o->getAwaitingInfo()
            && str_starts_with($o->getAwaitingInfo()[0], 'Channel'));
        echo count($fiber), ' waits; ';
        foreach ($fiber as $one) $one->cancel();
        echo await($c);
        PHP,
    'graceful shutdown' => <<<'PHP'
        $full = new Channel(1);
        $full->send(1);
        $empty = new Channel;
        $delivering = new Channel;
        $ends = [];
        register_shutdown_function(function () use (&$ends, $delivering) {
            sort($ends);
            echo implode("\n", $ends), "\n", $delivering->count(), " left\n";
        });
        foreach (['send' => fn() => $full->send(2), 'recv' => fn() => $empty->recv(), 'deliver' => fn() => $delivering->send(3),
                'loop' => function () use ($empty) { foreach ($empty as $v); }] as $name => $wait) {
            spawn(function () use ($name, $wait, &$ends) {
                try { $wait(); } catch (AsyncCancellation $e) { $ends[] = "$name: " . $e->getMessage(); }
            });
        }
        delay(1);
        graceful_shutdown(new AsyncCancellation('shutdown'));
        PHP,
]);
--EXPECT--
-- a Fiber receives what another sends
[1,3,6] sum 6
[status 0]
-- one that waits in a Fiber is cancelled
1 waits; Coroutine cancelled
[status 0]
-- graceful shutdown
deliver: shutdown
loop: shutdown
recv: shutdown
send: shutdown
0 left
[status 0]
