--TEST--
ES-3: hot generators, callbacks and exceptions that switch in JIT code
--DESCRIPTION--
Rules: ES-3, FI-14, SU-5
Order: independent
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.jit=tracing
opcache.jit_buffer_size=32M
--FILE--
<?php
use function Async\{spawn, suspend, await};

function gen(int $n) {
    for ($i = 0; $i < $n; $i++) {
        if ($i % 7 === 0) suspend();
        $x = yield $i;
        if ($i % 50 === 49) { try { throw new RuntimeException("$i"); } catch (RuntimeException $e) { suspend(); } }
    }
}
function consume(int $n): int {
    $s = 0;
    foreach (gen($n) as $v) { $s += $v; }
    return $s + array_sum(array_map(function ($x) { if ($x % 9 === 0) suspend(); return $x * 2; }, range(1, $n)));
}
$cs = [];
for ($i = 0; $i < 20; $i++) $cs[$i] = spawn('consume', 100 + $i);
foreach ($cs as $i => $c) { $n = 100 + $i; if (await($c) !== intdiv($n * ($n - 1), 2) + $n * ($n + 1)) echo "wrong $i\n"; }
echo "done\n";
--EXPECT--
done
