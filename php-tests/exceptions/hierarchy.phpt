--TEST--
EX-1: parents of the exception classes
--DESCRIPTION--
Rules: EX-1
Order: independent
--FILE--
<?php
use Async\AsyncException;

foreach (['AsyncException' => Exception::class, 'ServiceUnavailableException' => AsyncException::class,
    'ContextException' => AsyncException::class,
    'InputOutputException' => Exception::class, 'DnsException' => Exception::class, 'TimeoutException' => Exception::class,
    'PollException' => Exception::class, 'DeadlockError' => Error::class, 'CompositeException' => Exception::class] as $class => $parent) {
    $name = "Async\\$class";
    if (get_parent_class($name) !== $parent) echo "$name extends ", get_parent_class($name), "\n";
    $e = new $name('message', 5, new Exception('p'));
    if ($e->getMessage() !== 'message' || $e->getCode() !== 5 || $e->getPrevious()->getMessage() !== 'p') echo "$name: constructor\n";
    try { throw $e; } catch (Throwable $t) { }
}
echo "done\n";
--EXPECT--
done
