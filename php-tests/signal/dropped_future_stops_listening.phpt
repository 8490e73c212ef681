--TEST--
The end of the future, or of what it was for, ends the listening, so that the script can end
--DESCRIPTION--
Rules: SG-8, SG-9
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Signal; use function Async\{signal, spawn, await, await_any_or_fail, delay, timeout};', [
    'dropped' => 'signal(Signal::SIGUSR1)->ignore(); echo "end\n";',
    'dropped without being used' => 'signal(Signal::SIGUSR1); echo "end\n";',
    'cancelled' => '$f = signal(Signal::SIGUSR1); $f->cancel(); try { await($f); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }',
    'the loser' => '$m = getmypid(); spawn(function () use ($m) { delay(1); exec("kill -USR2 $m"); });
        var_dump(await_any_or_fail([signal(Signal::SIGUSR1), signal(Signal::SIGUSR2)]));',
    'the last of two' => '$a = signal(Signal::SIGUSR1)->ignore(); $b = signal(Signal::SIGUSR1)->ignore(); unset($a);
        await(spawn(function () { exec("kill -USR1 " . getmypid()); })); delay(10);
        var_dump($b->isCompleted()); unset($b); exec("kill -USR1 " . getmypid()); usleep(100000);',
    'its awaiter was cancelled' => '$c = spawn(fn() => await(signal(Signal::SIGUSR1))); delay(1); '
        . '$c->cancel(); try { await($c); } catch (Throwable) { echo "end\n"; }',
]);
--EXPECT--
-- dropped
end
[status 0]
-- dropped without being used

Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at child.php:3 in child.php on line 3
end
[status 0]
-- cancelled
Future has been cancelled
[status 0]
-- the loser
enum(Async\Signal::SIGUSR2)
[status 0]
-- the last of two
bool(true)
[status 138]
-- its awaiter was cancelled
end
[status 0]
