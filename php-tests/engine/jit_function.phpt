--TEST--
ES-3: coroutines under opcache with the function JIT give right results, exceptions and cancellations included
--DESCRIPTION--
Rules: ES-3, SU-4, CN-3, io SF-12
Order: dependent
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.jit=function
opcache.jit_buffer_size=32M
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

class Obj { public int $n = 0; function step(int $by): static { $this->n += $by; suspend(); return $this; } }
function task(int $id): array {
    $o = new Obj; $list = [];
    foreach (range(1, 20) as $i) {
        try {
            $o->step($i);
            if ($i % 5 === 0) throw new Exception("e$i");
            $list[] = $i;
        } catch (Exception $e) {
            $list[] = $e->getMessage();
        }
    }
    return [$o->n + $id, count($list), end($list)];
}
$cs = [];
for ($i = 0; $i < 20; $i++) $cs[] = spawn('task', $i);
$forever = spawn(function () {
    $n = 0;
    try { while (true) { $n++; suspend(); } } finally { echo $n > 0 ? "cancelled in a hot loop\n" : ''; }
});
foreach ($cs as $i => $c) { if (await($c) !== [210 + $i, 20, 'e20']) echo "wrong $i\n"; }
$forever->cancel();
try { await($forever); } catch (AsyncCancellation) { }
echo "done\n";
--EXPECT--
cancelled in a hot loop
done
