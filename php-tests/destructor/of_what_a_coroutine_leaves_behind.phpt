--TEST--
GC-20: destructors of an unused result, of a coroutine context and of a dropped cancellation suspend
--DESCRIPTION--
Rules: GC-20, CX-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, coroutine_context, get_coroutines};

require __DIR__ . '/../lib/scaled_ms.php';

class D
{
    public function __construct(private string $name, private ?Closure $work = null) {}
    public function __destruct()
    {
        echo "$this->name start, ", count(get_coroutines()), " coroutines\n";
        ($this->work ?? suspend(...))();
        echo "$this->name end\n";
    }
}

class Stopped extends Async\AsyncCancellation
{
    public ?D $held = null;
}

echo "-- result\n";
spawn(fn() => new D('result'));
spawn(fn() => print "other\n");
delay(2);

echo "-- context\n";
spawn(function () { coroutine_context()->set('d', new D('context', fn() => delay(1))); });
spawn(fn() => print "other\n");
delay(scaled_ms(5));

echo "-- cancellation\n";
spawn(function () { $e = new Stopped('stop'); $e->held = new D('cancellation'); throw $e; });
spawn(fn() => print "other\n");
delay(2);

echo "-- exception in it\n";
spawn(fn() => new D('throws', function () { suspend(); throw new LogicException('from the destructor'); }));
try {
    delay(scaled_ms(50));
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
?>
--EXPECTF--
-- result
result start, 2 coroutines
other
result end
-- context
context start, 2 coroutines
other
context end
-- cancellation
cancellation start, 2 coroutines
other
cancellation end
-- exception in it
throws start, 1 coroutines
Async\AsyncCancellation: Graceful shutdown

Fatal error: Uncaught LogicException: from the destructor in %s:%d
Stack trace:
%A
  thrown in %s on line %d
