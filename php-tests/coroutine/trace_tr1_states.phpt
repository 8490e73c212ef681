--TEST--
CO-2: states of a coroutine: queued, re-queued, finished (TR-1)
--DESCRIPTION--
Rules: CO-2, CO-3, CO-4, CO-6, CO-10, CO-22, TR-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};
use Async\Coroutine;

function show(Coroutine $c) {
    $trace = $c->getTrace();
    echo json_encode(['queued' => $c->isQueued(), 'started' => $c->isStarted(),
        'running' => $c->isRunning(), 'suspended' => $c->isSuspended(),
        'completed' => $c->isCompleted(), 'cancelled' => $c->isCancelled(), 'requested' => $c->isCancellationRequested(),
        'result' => $c->getResult(), 'trace' => $trace === null ? null : ($trace ? 'frames' : 'empty')]), "\n";
}
$c = spawn(function () { suspend(); return 'r'; });
show($c);
suspend();
show($c);
suspend();
show($c);
--EXPECT--
{"queued":true,"started":false,"running":false,"suspended":true,"completed":false,"cancelled":false,"requested":false,"result":null,"trace":null}
{"queued":true,"started":true,"running":false,"suspended":true,"completed":false,"cancelled":false,"requested":false,"result":null,"trace":"frames"}
{"queued":false,"started":true,"running":false,"suspended":false,"completed":true,"cancelled":false,"requested":false,"result":"r","trace":null}
