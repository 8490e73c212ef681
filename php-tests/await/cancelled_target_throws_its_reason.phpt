--TEST--
AW-3: await of a cancelled coroutine throws the cancellation used, also when it never started
--DESCRIPTION--
Rules: AW-3, CN-2, CN-12
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\AsyncCancellation;

$reason = new AsyncCancellation('given');
$never = spawn(function () { echo "never\n"; });
$never->cancel($reason);
try { await($never); } catch (AsyncCancellation $e) { var_dump($e === $reason); }
$default = spawn(function () { echo "never\n"; });
$default->cancel();
try { await($default); } catch (AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { await($default); } catch (AsyncCancellation $again) { var_dump($again === $e); }
--EXPECT--
bool(true)
Async\AsyncCancellation: Coroutine cancelled
bool(true)
