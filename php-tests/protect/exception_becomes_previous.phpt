--TEST--
PR-7: the deferred cancellation wins, what the closure threw is its previous
--DESCRIPTION--
Rules: PR-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, protect, await};
use Async\AsyncCancellation;

$c = spawn(function () { protect(function () { suspend(); throw new LogicException('inside'); }); });
suspend(); $c->cancel(new AsyncCancellation('deferred'));
try {
    await($c);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), ' <- ', get_class($e->getPrevious()), ': ', $e->getPrevious()->getMessage(), "\n";
}
--EXPECT--
deferred <- LogicException: inside
