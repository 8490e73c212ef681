--TEST--
SH-22, SH-24: called by main, in a finally handler, a shutdown function and a destructor
--DESCRIPTION--
Rules: SH-22, SH-24, SH-4, SH-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, graceful_shutdown, await};
use Async\AsyncCancellation;

$wait = fn(string $name) => function () use ($name) {
    try { delay(60_000); } catch (AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; }
};
register_shutdown_function(function () use ($wait) {
    spawn($wait('of the shutdown function'));
    suspend();
    graceful_shutdown();
    echo "shutdown function ends\n";
});
class D {
    function __construct(private Closure $task) {}
    function __destruct() { spawn($this->task); suspend(); graceful_shutdown(); echo "destructor ends\n"; }
}
$kept = new D($wait('of the destructor'));
$c = spawn($wait('of main'));
$c->finally(fn() => graceful_shutdown(new AsyncCancellation('too late')));
suspend();
graceful_shutdown();
echo "main goes on\n";
suspend();
echo "main still goes on: it was only flagged\n";
--EXPECT--
main goes on
of main: Graceful shutdown
main still goes on: it was only flagged
shutdown function ends
of the shutdown function: Graceful shutdown
destructor ends
of the destructor: Graceful shutdown
