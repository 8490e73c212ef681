--TEST--
A real fault ends the process although its signal is listened to
--DESCRIPTION--
Rules: SG-9
Order: independent
--EXTENSIONS--
ffi
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(
    '<?php $f = Async\signal(Async\Signal::SIGSEGV); exec("kill -SEGV " . getmypid()); echo Async\await($f)->name, "\n";'));
$extension = array_filter(['ffi'], fn($name) => file_exists(ini_get('extension_dir') . "/$name.so"));
print_child(child_php(<<<'PHP'
<?php
$f = Async\signal(Async\Signal::SIGSEGV);
$libc = FFI::cdef('void *memset(void *, int, size_t);', 'libc.so.6');
echo "now\n";
$libc->memset($libc->cast('void *', 16), 0, 1);
echo "alive\n";
PHP, ['extension' => $extension, 'ffi.enable' => 1]));
--EXPECT--
SIGSEGV
[status 0]
now
[status 139]
