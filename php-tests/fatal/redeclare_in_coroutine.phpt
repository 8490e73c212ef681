--TEST--
SH-30: a compile-time fatal error in a coroutine ends the request and is not catchable
--DESCRIPTION--
Rules: SH-30, SH-31, SH-33, IN-5
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$file = tempnam(sys_get_temp_dir(), 'inc');
file_put_contents($file, '<?php function declared_once() {}');
$r = child_php(<<<PHP
<?php
register_shutdown_function(fn() => print "shutdown\n");
Async\spawn(function () {
    include '$file'; echo "included\n"; Async\suspend();
    try { include '$file'; } catch (Throwable \$e) { echo "caught\n"; }
    echo "not reached\n";
});
Async\spawn(function () { try { Async\delay(1000); } finally { echo "must not run\n"; } });
PHP);
print_child($r);
unlink($file);
--EXPECTF--
included

Fatal error: Cannot redeclare %Sdeclared_once() (previously declared in %s) in %s on line 1
shutdown
[status 255]
