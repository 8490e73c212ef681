--TEST--
P-6: the calls of an extension that dl() loads after the first use of the API suspend, too
--DESCRIPTION--
Rules: io P-6, io P-4
Order: independent
--SKIPIF--
<?php
if (!is_file(ini_get('extension_dir') . '/sockets.so')) die('skip needs sockets as a file');
if (PHP_ZTS) die('skip no dl() with threads');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await};

await(spawn(fn() => usleep(1)));
dl('sockets.so');
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$reader = spawn(fn() => socket_recv($pair[0], $data, 7, MSG_WAITALL) ? $data : 'nothing');
$writer = spawn(fn() => socket_write($pair[1], 'written'));
echo await($reader), "\n";
PHP, ['enable_dl' => 1]));
?>
--EXPECT--
written
[status 0]
