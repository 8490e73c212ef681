--TEST--
The child of a fork goes on listening, by itself
--DESCRIPTION--
Rules: SG-2, SG-9, FK-3
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use Async\Signal;
use function Async\{await, signal, timeout};
function kill(int $pid): void { exec("kill -USR1 $pid"); }

$f = signal(Signal::SIGUSR1);
$pid = pcntl_fork();
if ($pid === 0) {
    kill(getmypid());
    echo 'child: ', await($f)->name, "\n";
    $g = signal(Signal::SIGUSR1);
    kill(getmypid());
    echo 'child again: ', await($g)->name, "\n";
    kill(getmypid());
    usleep(500_000);
    exit(1);
}
pcntl_waitpid($pid, $status);
echo 'the child was ended by ', pcntl_wtermsig($status), "\n";
try { await($f, timeout(20)); } catch (Async\OperationCanceledException) { echo "the parent heard nothing of it\n"; }
kill(getmypid());
echo 'parent: ', await($f)->name, "\n";

$f = signal(Signal::SIGUSR1);
if (($pid = pcntl_fork()) === 0) {
    $f->ignore();
    unset($f);
    exit(0);
}
pcntl_waitpid($pid, $status);
kill(getmypid());
echo 'parent, after a child that gave up: ', await($f)->name, "\n";
PHP));
--EXPECT--
child: SIGUSR1
child again: SIGUSR1
the child was ended by 10
the parent heard nothing of it
parent: SIGUSR1
parent, after a child that gave up: SIGUSR1
[status 0]
