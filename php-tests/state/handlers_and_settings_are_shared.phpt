--TEST--
ES-4: error and exception handlers, locale, umask, time limit, autoloaders, shutdown functions belong to the request, whatever sets them
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await};
$c = spawn(function () {
    set_error_handler(function ($no, $m) { echo "handler: $m\n"; return true; });
    set_exception_handler(function ($e) { echo 'exception handler: ', $e->getMessage(), "\n"; });
    spl_autoload_register(function ($class) { eval("class $class {}"); });
    register_shutdown_function(fn() => print "shutdown\n");
    setlocale(LC_ALL, 'C'); umask(027); set_time_limit(50); mb_internal_encoding('ISO-8859-1'); date_default_timezone_set('Asia/Tokyo');
    $GLOBALS['global'] = 1;
    suspend();
    hex2bin('a');
});
await($c);
echo setlocale(LC_ALL, 0), ' ', decoct(umask()), ' ', ini_get('max_execution_time'), ' ', date_default_timezone_get(), ' ', $global, "\n";
hex2bin('b');
echo get_class(new Loaded), "\n";
throw new Exception('of main');
PHP, ['extension' => array_filter(['mbstring'], fn($e) => file_exists(ini_get('extension_dir') . "/$e.so"))]));
--EXPECT--
handler: hex2bin(): Hexadecimal input string must have an even length
C 27 50 Asia/Tokyo 1
handler: hex2bin(): Hexadecimal input string must have an even length
Loaded
exception handler: of main
shutdown
[status 0]
