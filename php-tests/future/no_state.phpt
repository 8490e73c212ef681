--TEST--
A Future cannot be had without a state; one whose constructor failed says so
--DESCRIPTION--
Rules: FU-5
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

try {
    (new ReflectionClass(Future::class))->newInstanceWithoutConstructor();
} catch (ReflectionException $e) {
    echo $e->getMessage(), "\n";
}
try { new Future(new stdClass()); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
// Constructors called again change nothing.
$f = Future::completed(1);
$f->__construct($other = new FutureState());
$other->ignore();
$other->__construct();
var_dump($f->await());
// Without the constructor: what a method called from a failing constructor call would see.
try {
    (function () { $this->await(); })->call((new ReflectionClass(Future::class))->newInstanceArgs([]));
} catch (ArgumentCountError $e) {
    echo "no object\n";
}
--EXPECT--
Class Async\Future is an internal class marked as final that cannot be instantiated without invoking its constructor
Async\Future::__construct(): Argument #1 ($state) must be of type Async\FutureState, stdClass given
int(1)
no object
