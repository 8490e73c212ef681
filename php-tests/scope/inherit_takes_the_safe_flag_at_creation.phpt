--TEST--
SC-2, SC-4: a scope is as safe as its parent was when it was made
--DESCRIPTION--
Rules: SC-2, SC-3, SC-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};
use Async\Scope;

/** What a coroutine of the scope lives through when the scope is disposed. */
function kind(Scope $s): string
{
    $result = 'zombie';
    $s->spawn(function () use (&$result) { try { suspend(); suspend(); } catch (Cancellation) { $result = 'cancelled'; } });
    suspend();
    $s->dispose();
    suspend(); suspend();
    return $result;
}

$early = Scope::inherit();      // before there is a main scope
var_dump($early->asNotSafely() === $early, $early->allowZombies() === $early);
echo "before the start: ", kind($early), "\n";
echo "of the main scope: ", kind(Scope::inherit()), "\n";
echo "of null: ", kind(Scope::inherit(null)), "\n";
echo "of a new one: ", kind(Scope::inherit(new Scope)), "\n";
echo "of a safe one: ", kind(Scope::inherit((new Scope)->allowZombies())), "\n";
$parent = (new Scope)->allowZombies();
$child = Scope::inherit($parent);
$parent->asNotSafely();
echo "parent changed later, child: ", kind($child), "\n";
echo "parent changed later, parent: ", kind($parent), "\n";
echo "own flag: ", kind(Scope::inherit()->asNotSafely()), "\n";
$outer = Scope::inherit()->asNotSafely();
$outer->spawn(function () { echo "of the scope of the caller: ", kind(Scope::inherit()), "\n"; });
suspend(); suspend(); suspend(); suspend(); suspend();
--EXPECT--
bool(true)
bool(true)
before the start: zombie
of the main scope: zombie
of null: zombie
of a new one: cancelled
of a safe one: zombie
parent changed later, child: zombie
parent changed later, parent: cancelled
own flag: cancelled
of the scope of the caller: cancelled
