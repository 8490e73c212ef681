--TEST--
P-4: the extension calls the real libc, whatever the name of its file
--DESCRIPTION--
Rules: P-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$copy = tempnam(sys_get_temp_dir(), 'renamed') . '.so';
copy(true_async_module(), $copy);
$code = <<<'PHP'
    <?php
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    Async\spawn(function () use ($a) { Async\delay(1); fwrite($a, "hello\n"); });
    echo fgets($b);
    PHP;
print_child(child_php($code, ['extension' => $copy] + ini_get_all('true_async', false), false));
unlink($copy);
unlink(substr($copy, 0, -3));
?>
--EXPECT--
hello
[status 0]
