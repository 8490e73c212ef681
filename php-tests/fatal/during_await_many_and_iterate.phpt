--TEST--
SH-30, SH-31, SH-38: a fatal error while others wait for many or iterate: nothing of them runs any more
--DESCRIPTION--
Rules: SH-30, SH-31, SH-32, SH-38
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await_all_or_fail, iterate, protect};

register_shutdown_function(fn() => print "shutdown\n");
$open = spawn(function () { try { delay(60_000); } finally { echo "never\n"; } });
spawn(function () use ($open) { try { await_all_or_fail([$open, $open]); } finally { echo "never\n"; } });
spawn(function () {
    try {
        iterate((function () { try { yield 1; delay(60_000); yield 2; } finally { echo "never\n"; } })(), fn() => delay(60_000));
    } finally {
        echo "never\n";
    }
});
spawn(function () { protect(function () { try { delay(60_000); } finally { echo "never\n"; } }); });
spawn(function () { suspend(); suspend(); eval('class DateTime {}'); });
await_all_or_fail((function () use ($open) { yield $open; delay(60_000); })());
echo "never\n";
--EXPECTF--

Fatal error: Cannot %sclare class DateTime%S in %s : eval()'d code on line 1
shutdown
