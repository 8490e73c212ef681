--TEST--
CN-9: rethrowing the same object gives awaiters the same object; the same instance everywhere
--DESCRIPTION--
Rules: CN-9, CN-12
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$reason = new AsyncCancellation('r'); $seen = [];
$c = spawn(function () use (&$seen) { try { delay(1000); } catch (AsyncCancellation $e) { $seen[] = $e; throw $e; } });
suspend();
$c->cancel($reason);
try { await($c); } catch (AsyncCancellation $e) { $seen[] = $e; }
$seen[] = $c->getException();
var_dump(count($seen), array_filter($seen, fn($e) => $e !== $reason) === []);
--EXPECT--
int(3)
bool(true)
