--TEST--
IN-5: including a file again that declares a function is the stock fatal error; nothing runs after it but shutdown functions
--DESCRIPTION--
Rules: IN-5, SH-30
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$file = tempnam(sys_get_temp_dir(), 'include');
file_put_contents($file, "<?php\nfunction once_only() {}\n");
foreach (['spawn(function () { try { require FILE; } catch (\Error $e) { echo "caught\n"; } });',
    'suspend(); try { require FILE; } catch (\Error $e) { echo "caught\n"; }'] as $again) {
    $result = child_php('<?php
use function Async\{spawn, suspend, await};
const FILE = ' . var_export($file, true) . ';
register_shutdown_function(fn() => print "shutdown\n");
await(spawn(function () { require FILE; suspend(); }));
' . $again . '
spawn(fn() => print "never\n");
suspend();
');
    // PHP 8.4 says "function" before its name.
    $result['out'] = str_replace([$file, 'redeclare function '], ['FILE', 'redeclare '], $result['out']);
    print_child($result);
}
unlink($file);
--EXPECT--

Fatal error: Cannot redeclare once_only() (previously declared in FILE:2) in FILE on line 2
shutdown
[status 255]

Fatal error: Cannot redeclare once_only() (previously declared in FILE:2) in FILE on line 2
shutdown
[status 255]
