--TEST--
AP-4: new Coroutine is refused with an Error, also through reflection
--DESCRIPTION--
Rules: AP-4, AP-5
Order: independent
--FILE--
<?php
use Async\{Coroutine, Timeout};

try { new Coroutine; } catch (Error $e) { echo get_class($e), "\n"; }
try { var_dump((new ReflectionClass(Coroutine::class))->newInstanceWithoutConstructor()); } catch (Throwable $e) { echo "refused\n"; }
try { new Timeout; } catch (Error $e) { echo get_class($e), "\n"; }
echo "alive\n";
--EXPECTF--
Error
%Aalive
