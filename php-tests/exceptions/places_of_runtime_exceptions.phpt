--TEST--
EX-6: exceptions of the runtime have the place and the trace of the frame that executes when they are made
--DESCRIPTION--
Rules: EX-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout};
use Async\{Scope, Context};

function show(Throwable $e): void
{
    echo get_class($e), ' ', $e->getFile() === __FILE__ ? 'line ' . $e->getLine() : $e->getFile() . ':' . $e->getLine(), ', ',
        preg_replace(['~^(#\d+) \S+\((\d+)\)~m', '~\{closure.*?\}\(~'],
            ['$1 line $2', '{closure}('], strtok($e->getTraceAsString(), "\n")), "\n";
}
function cancels($c) {
    $c->cancel();
}
$c = spawn(function () { delay(60_000); });
suspend();
cancels($c);
try { await($c); } catch (Throwable $e) { show($e); }
$s = new Scope;
$c = $s->spawn(function () { delay(60_000); });
suspend();
cancels($s);
try { await($c); } catch (Throwable $e) { show($e); }
function misuse() {
    (new Context)->get('missing');
}
try { misuse(); } catch (Throwable $e) { show($e); }
function token($done) {
    await(spawn(fn() => 1), $done);
}
$done = spawn(fn() => 1);
await($done);
try { token($done); } catch (Throwable $e) { show($e); }
function value() {
    timeout(0);
}
try { value(); } catch (Throwable $e) { show($e); }
--EXPECT--
Async\AsyncCancellation line 12, #0 line 12: Async\Coroutine->cancel()
Async\AsyncCancellation line 12, #0 line 12: Async\Scope->cancel()
Async\ContextException line 24, #0 line 24: Async\Context->get('missing')
Async\OperationCanceledException line 28, #0 line 28: Async\await(Object(Async\Coroutine), Object(Async\Coroutine))
ValueError line 34, #0 line 34: Async\timeout(0)
