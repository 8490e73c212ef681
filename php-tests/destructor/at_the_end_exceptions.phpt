--TEST--
GC-22, GC-23: an exception of a destructor at the end is reported, and no further destructor runs, as in stock PHP
--DESCRIPTION--
Rules: GC-22, GC-23
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
class D {
    function __construct(public $n) {}
    function __destruct() { echo "$this->n\n"; if ($this->n === 'b') { $wait(); throw new Exception('from b'); } }
}
$launch();
$c = new D('c'); $b = new D('b'); $a = new D('a');
PHP;
$stock = child_php(strtr($code, ['$launch();' => '', '$wait();' => '']));
$ours = child_php(strtr($code, ['$launch();' => 'Async\suspend();', '$wait();' => '']));
print_child($stock);
print_child($ours);
// Those that others had begun end first: they are cancelled.
print_child(child_php(strtr($code, ['$launch();' => 'Async\suspend();', '$wait();' => 'Async\delay(1);'])));
--EXPECT--
a
b

Fatal error: Uncaught Exception: from b in child.php:4
Stack trace:
#0 [internal function]: D->__destruct()
#1 {main}
  thrown in child.php on line 4
[status 255]
a
b

Fatal error: Uncaught Exception: from b in child.php:4
Stack trace:
#0 [internal function]: D->__destruct()
#1 {main}
  thrown in child.php on line 4
[status 255]
a
b
c

Fatal error: Uncaught Exception: from b in child.php:4
Stack trace:
#0 [internal function]: D->__destruct()
#1 {main}
  thrown in child.php on line 4
[status 255]
