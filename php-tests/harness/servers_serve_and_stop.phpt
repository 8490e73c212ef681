--TEST--
The test library's servers serve, and leave nothing behind when they are stopped
--SKIPIF--
<?php
require __DIR__ . '/../lib/server.php';
try { find_program('nginx'); } catch (RuntimeException) { die('skip nginx is needed'); }
?>
--FILE--
<?php
require __DIR__ . '/../lib/server.php';

$php = start_php_server('<?php echo $_SERVER["REQUEST_URI"];', 4);
$nginx = start_nginx('location / { return 200 "nginx $request_uri"; }');
echo file_get_contents($php->url('/a')), "\n", file_get_contents($nginx->url('/b')), "\n";
foreach ([$php, $nginx] as $server) {
    var_dump(count($server->processes()) > 1, $server->stop(), $server->processes(), is_dir($server->dir));
}
?>
--EXPECT--
/a
nginx /b
bool(true)
bool(true)
array(0) {
}
bool(false)
bool(true)
bool(true)
array(0) {
}
bool(false)
