--TEST--
SH-2: with auto_prepend_file and auto_append_file the coroutines run out once, before shutdown functions
--DESCRIPTION--
Rules: SH-2, SH-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$pre = tempnam(sys_get_temp_dir(), 'pre'); $post = tempnam(sys_get_temp_dir(), 'post');
file_put_contents($pre, '<?php register_shutdown_function(fn() => print "shutdown\n"); '
    . 'Async\spawn(function () { echo "spawned in prepend\n"; Async\delay(1); echo "its end\n"; }); echo "prepend\n";');
file_put_contents($post, '<?php Async\spawn(fn() => print "spawned in append\n"); echo "append\n";');
$r = child_php('<?php echo "body\n"; Async\spawn(fn() => print "spawned in body\n");',
    ['auto_prepend_file' => $pre, 'auto_append_file' => $post]);
unlink($pre); unlink($post);
$lines = explode("\n", trim($r['out']));
echo $lines[0], "\n", end($lines), "\n", $r['status'], "\n";
$sorted = $lines; sort($sorted);
echo implode("\n", $sorted), "\n";
--EXPECT--
prepend
shutdown
0
append
body
its end
prepend
shutdown
spawned in append
spawned in body
spawned in prepend
