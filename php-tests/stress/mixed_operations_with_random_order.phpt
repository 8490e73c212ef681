--TEST--
SD-7: thousands of coroutines with random suspends, delays, awaits, cancels and exceptions all end
--DESCRIPTION--
Rules: SD-7, CN-11, EH-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout, get_coroutines};
use Async\AsyncCancellation;

mt_srand(12345);
$ended = 0; $cs = [];
for ($i = 0; $i < 3000; $i++) {
    $cs[] = spawn(function () use (&$cs, &$ended, $i) {
        try {
            for ($n = mt_rand(0, 3); $n > 0; $n--) {
                switch (mt_rand(0, 5)) {
                    case 0: suspend(); break;
                    case 1: delay(mt_rand(0, 3)); break;
                    case 2: if ($i > 0) try { await($cs[mt_rand(0, $i - 1)], timeout(5)); } catch (RuntimeException) { } break;
                    case 3: $cs[mt_rand(0, count($cs) - 1)]->cancel(); break;
                    case 4: await(spawn(fn() => suspend())); break;
                    case 5: throw new RuntimeException('r');
                }
            }
        } catch (RuntimeException) { suspend(); } finally { $ended++; }
    });
}
foreach ($cs as $c) { try { await($c); } catch (AsyncCancellation) { } }
suspend(); suspend(); delay(2);
$never = count(array_filter($cs, fn($c) => !$c->isStarted()));
var_dump($ended + $never, count(array_filter($cs, fn($c) => $c->isCompleted())), count(get_coroutines()));
--EXPECT--
int(3000)
int(3000)
int(1)
