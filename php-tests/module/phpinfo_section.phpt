--TEST--
MO-2: the phpinfo() section has its four rows and then the ini entry
--DESCRIPTION--
Rules: MO-2, MO-3
Order: independent
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
$info = ob_get_clean();
preg_match('~^true_async\n\n(.*?)(?=\n\n[\w ]+\n\n(?!Directive)|\z)~ms', $info, $m);
echo $m[1];
--EXPECTF--
Module => true_async
Version => %d.%s
Support => Enabled
LibUv Reactor => Enabled
%A
Directive => Local Value => Master Value
%Aasync.debug_deadlock => %s => %s%A
