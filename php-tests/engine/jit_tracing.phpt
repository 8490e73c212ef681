--TEST--
ES-3: coroutines under opcache with the tracing JIT give right results
--DESCRIPTION--
Rules: ES-3, SU-4, io SF-12
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

function fib(int $n): int { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
function work(int $id): int {
    $s = 0;
    for ($i = 0; $i < 300; $i++) { $s += ($i * $id) % 7; if ($i % 10 === 0) suspend(); $s += strlen("x$i"); }
    return $s + fib(10);
}
function expected(int $id): int { $s = 0; for ($i = 0; $i < 300; $i++) { $s += ($i * $id) % 7; $s += strlen("x$i"); } return $s + 55; }
$cs = [];
for ($i = 0; $i < 40; $i++) $cs[$i] = spawn('work', $i);
$ok = 0;
foreach ($cs as $i => $c) $ok += await($c) === expected($i);
var_dump($ok, opcache_get_status()['jit']['on'] ?? 'no status');
--EXPECT--
int(40)
bool(true)
