--TEST--
CM-3, CM-4: recv(), send() and foreach start the scheduler, also when they need not wait; the others work without
--DESCRIPTION--
Rules: CM-3, CM-4, CH-52
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
use Async\Channel;
function started(): string { return count(Async\get_coroutines()) ? 'started' : 'not started'; }
$ch = new Channel(2);
$ch->sendAsync('a');
PHP;
run_children($head, [
    'others' => <<<'PHP'
        $f = $ch->recvAsync(); $g = $ch->recvAsync(); $ch->sendAsync('b');
        $ch->count(); $ch->isFull(); $ch->isEmpty(); $ch->capacity(); $ch->isClosed(); $ch->getIterator(); $ch->close();
        echo started(), ' ';
        echo Async\await($f), Async\await($g), ' ', started();
        PHP,
    'recv' => 'echo $ch->recv(), " ", started();',
    'send' => '$ch->send("b"); echo started();',
    'foreach' => 'foreach ($ch as $v) { echo $v, " ", started(); break; }',
    'closed' => '$ch->close(); $ch->recv(); try { $ch->recv(); } catch (Async\ChannelException) { echo started(); }',
    'main waits' => 'Async\spawn(function () use ($ch) { $ch->send("b"); $ch->send("c"); }); '
        . 'foreach (["a", "b", "c"] as $v) echo $ch->recv();',
    // Nothing comes: the timeouts of channels are not waited for without a scheduler.
    'nobody waits' => '$ch = new Channel(1, 60_000, 60_000, true); $f = $ch->recvAsync()->ignore(); '
        . '$g = $ch->recvAsync()->ignore(); $ch->sendAsync(1); echo started();',
    // In an output callback nothing can wait; what is there can be taken.
    'where nothing can wait' => <<<'PHP'
        $ch->recv();
        $ch->sendAsync('b');
        ob_start(function ($buffer) use ($ch) {
            $got = $ch->recv();
            try { $ch->recv(); } catch (Async\AsyncException $e) { return "$buffer: $got, " . $e->getMessage(); }
        });
        echo 'text';
        ob_end_flush();
        PHP,
]);
--EXPECT--
-- others
not started ab not started
[status 0]
-- recv
a started
[status 0]
-- send
started
[status 0]
-- foreach
a started
[status 0]
-- closed
started
[status 0]
-- main waits
abc
[status 0]
-- nobody waits
not started
[status 0]
-- where nothing can wait
text: b, Cannot suspend a coroutine inside an output callback
[status 0]
