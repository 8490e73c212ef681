--TEST--
SC-15, SC-16, SC-17, SC-18: the table of states
--DESCRIPTION--
Rules: SC-15, SC-16, SC-17, SC-18, SC-29, SC-12, SC-13, OD-5, OD-6
Order: dependent
--FILE--
<?php
use function Async\{suspend, spawn};
use Async\Scope;

function show(string $what, Scope $s): void
{
    $row = array_map(fn($b) => $b ? 'yes' : 'no', [$s->isFinished(), $s->isClosed(), $s->isCancelled()]);
    vprintf("%-36s finished %-3s closed %-3s cancelled %s\n", [$what, ...$row]);
}
function trySpawn(Scope $s): void
{
    try { $s->spawn(fn() => 1); echo "  accepted\n"; } catch (Async\AsyncException $e) { echo "  ", $e->getMessage(), "\n"; }
}
$task = function () { suspend(); suspend(); suspend(); };

$s = new Scope;
show('new', $s);
$s->spawn($task);
show('queued', $s);
suspend();
show('running', $s);
suspend(); suspend(); suspend();
show('idle again', $s);
$s->spawn($task);
suspend();
$s->cancel();
show('cancelled while busy', $s);
trySpawn($s);
suspend();
show('after its last coroutine', $s);
trySpawn($s);

$idle = new Scope;
$idle->cancel();
show('cancelled while idle', $idle);
trySpawn($idle);
$idle->cancel();
show('twice', $idle);

$idle = Scope::inherit();
$idle->disposeSafely();
show('disposed safely while idle', $idle);
trySpawn($idle);

$safe = Scope::inherit();
$safe->spawn($task);
suspend();
$safe->dispose();
show('only zombies', $safe);
trySpawn($safe);
suspend(); suspend(); suspend();
show('zombies have ended', $safe);

$parent = new Scope;
$child = Scope::inherit($parent);
$child->spawn($task);
suspend();
show('busy child', $parent);
$child->cancel();
show('cancelled busy child', $parent);
suspend();
show('released child', $parent);
--EXPECT--
new                                  finished yes closed no  cancelled no
queued                               finished no  closed no  cancelled no
running                              finished no  closed no  cancelled no
idle again                           finished yes closed no  cancelled no
cancelled while busy                 finished yes closed no  cancelled yes
  Cannot spawn a coroutine in a closed scope
after its last coroutine             finished yes closed yes cancelled yes
  Scope object has been disposed
cancelled while idle                 finished yes closed yes cancelled yes
  Cannot spawn a coroutine in a closed scope
twice                                finished yes closed yes cancelled yes
disposed safely while idle           finished yes closed yes cancelled yes
  Cannot spawn a coroutine in a closed scope
only zombies                         finished yes closed no  cancelled yes
  Cannot spawn a coroutine in a closed scope
zombies have ended                   finished yes closed yes cancelled yes
busy child                           finished no  closed no  cancelled no
cancelled busy child                 finished yes closed no  cancelled no
released child                       finished yes closed no  cancelled no
