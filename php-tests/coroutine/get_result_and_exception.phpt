--TEST--
CO-10: getResult() and getException() never throw; null while unfinished
--DESCRIPTION--
Rules: CO-10, CO-11
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$ok = spawn(function () { suspend(); return ['v']; });
$bad = spawn(function () { suspend(); throw new LogicException('b'); });
var_dump($ok->getResult(), $ok->getException(), $bad->getResult(), $bad->getException());
await($ok);
try { await($bad); } catch (LogicException) { }
echo json_encode($ok->getResult()), ' ', json_encode($ok->getException()), ' ',
    json_encode($bad->getResult()), ' ', $bad->getException()->getMessage(), "\n";
var_dump($bad->getException() === $bad->getException());
--EXPECT--
NULL
NULL
NULL
NULL
["v"] null null b
bool(true)
