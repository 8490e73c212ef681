--TEST--
SC-20: a second cancel() on a busy scope closes it and starts its finally handlers
--DESCRIPTION--
Rules: SC-20, SC-60
Order: dependent
--FILE--
<?php
use function Async\{suspend};
use Async\{Scope, AsyncCancellation};

$s = new Scope;
$s->finally(fn() => print "finally\n");
$s->spawn(function () {
    try {
        suspend(); suspend();
    } catch (AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
        for ($i = 0; $i < 3; $i++) suspend();
        echo "not cancelled twice\n";
    }
});
suspend();
$s->cancel(new AsyncCancellation('first'));
suspend();
var_dump($s->isClosed());
$s->cancel(new AsyncCancellation('second'));
var_dump($s->isClosed());
suspend();
echo "-\n";
suspend(); suspend(); suspend();
--EXPECT--
first
bool(false)
bool(true)
finally
-
not cancelled twice
