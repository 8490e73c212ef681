--TEST--
The enumeration has Linux's numbers
--DESCRIPTION--
Rules: SG-1
Order: independent
--FILE--
<?php
use Async\Signal;

foreach (Signal::cases() as $case) echo "$case->name = $case->value\n";
var_dump(Signal::from(15), Signal::tryFrom(5), (new ReflectionEnum(Signal::class))->isFinal(),
    (string) (new ReflectionEnum(Signal::class))->getBackingType());
try { clone Signal::SIGHUP; } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
SIGHUP = 1
SIGINT = 2
SIGQUIT = 3
SIGILL = 4
SIGABRT = 6
SIGFPE = 8
SIGKILL = 9
SIGUSR1 = 10
SIGSEGV = 11
SIGUSR2 = 12
SIGTERM = 15
SIGBREAK = 21
SIGABRT2 = 22
SIGWINCH = 28
enum(Async\Signal::SIGTERM)
NULL
bool(true)
string(3) "int"
Trying to clone an uncloneable object of class Async\Signal
