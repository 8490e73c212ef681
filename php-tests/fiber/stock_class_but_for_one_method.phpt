--TEST--
FI-1, FI-12: the class Fiber is stock but for getCoroutine()
--DESCRIPTION--
Rules: FI-1, FI-12
Order: independent
--FILE--
<?php
$class = new ReflectionClass('Fiber');
echo implode(' ', array_map(fn($m) => $m->getName(), $class->getMethods())), "\n";
echo new ReflectionMethod('Fiber', 'getCoroutine');
var_dump($class->isFinal(), (new ReflectionMethod('Fiber', 'start'))->getNumberOfParameters());
--EXPECT--
__construct start resume throw isStarted isSuspended isRunning isTerminated getReturn getCurrent suspend getCoroutine
Method [ <internal:true_async> public method getCoroutine ] {

  - Parameters [0] {
  }
  - Return [ ?Async\Coroutine ]
}
bool(true)
int(1)
