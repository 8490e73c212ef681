--TEST--
AW-4: any number of coroutines awaiting one get the same value or the same exception object
--DESCRIPTION--
Rules: AW-4, EH-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$object = new stdClass; $error = new Exception('shared');
$ok = spawn(function () use ($object) { suspend(); return $object; });
$bad = spawn(function () use ($error) { suspend(); throw $error; });
$same = 0; $cs = [];
for ($i = 0; $i < 20; $i++) {
    $cs[] = spawn(function () use ($ok, $bad, $object, $error, &$same) {
        if (await($ok) === $object) $same++;
        try { await($bad); } catch (Exception $e) { if ($e === $error) $same++; }
    });
}
foreach ($cs as $c) await($c);
var_dump($same);
--EXPECT--
int(40)
