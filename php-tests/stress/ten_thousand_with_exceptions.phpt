--TEST--
AW-2: 10,000 coroutines that throw, each awaited
--DESCRIPTION--
Rules: AW-2, EH-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$cs = [];
for ($i = 0; $i < 10000; $i++) {
    $cs[] = spawn(function () use ($i) {
        try {
            await(spawn(function () use ($i) { if ($i % 3 === 0) suspend(); throw new Exception("$i"); }));
        } catch (Exception $e) {
            return $e->getMessage();
        }
    });
}
$ok = 0;
foreach ($cs as $i => $c) $ok += await($c) === "$i";
var_dump($ok);
--EXPECT--
int(10000)
