--TEST--
PR-10, SH-21: graceful shutdown interrupts protected coroutines at once
--DESCRIPTION--
Rules: PR-10, SH-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, protect, graceful_shutdown};
use Async\AsyncCancellation;

spawn(function () {
    try {
        protect(function () {
            try {
                suspend(); suspend(); echo "never\n";
            } catch (AsyncCancellation $e) {
                echo 'inside: ', $e->getMessage(), "\n";
                suspend(); echo "cleaned\n";
            }
        });
        echo "after protect\n";
    } catch (AsyncCancellation $e) { echo "thrown again\n"; }
});
spawn(function () { graceful_shutdown(); });
try { protect(function () { suspend(); suspend(); suspend(); echo "never\n"; }); } finally { echo "main\n"; }
--EXPECT--
main
inside: Graceful shutdown
cleaned
after protect
