--TEST--
PHPUnit runs its own tests, hundreds of them in processes of their own, as in stock PHP: loaded, and in a coroutine
--DESCRIPTION--
Rules: MO-5, SU-5, io SF-12
--SKIPIF--
<?php
require __DIR__ . '/../lib/applications/phpunit.php';
if ($why = missing_for_phpunit()) die("skip $why");
foreach (['opcache', 'xdebug', 'apcu'] as $extension) {
    if (!shared_extensions($extension)) die("skip there is no extension $extension");
}
?>
--FILE--
<?php
require __DIR__ . '/../lib/applications/phpunit.php';

$tests = phpunit_tests();
$phpunit = find_program('phpunit');
$body = realpath(__DIR__ . '/../lib/applications/phpunit_body.php');
$load = 'extension=' . true_async_module();
// Also the processes that it starts have a scheduler then.
$launch = 'auto_prepend_file=' . realpath(__DIR__ . '/../lib/applications/launch.php');

$stock = run_phpunit($tests, [], $phpunit);
echo "stock: $stock[end]\n";
compare_phpunit('loaded', $stock, run_phpunit($tests, [$load], $phpunit));
compare_phpunit('in a coroutine', $stock, run_phpunit($tests, [$load, $launch], $body));

foreach ([
    'JIT' => ['zend_extension=opcache', 'opcache.enable_cli=1', 'opcache.jit=tracing', 'opcache.jit_buffer_size=64M'],
    'Xdebug' => ['zend_extension=opcache', 'opcache.enable_cli=1', 'zend_extension=xdebug', 'xdebug.mode=develop'],
] as $name => $ini) {
    array_push($ini, 'extension=apcu', 'apc.enable_cli=1');
    $stock = run_phpunit($tests, $ini, $phpunit);
    echo "stock, $name: $stock[end]\n";
    compare_phpunit("$name, in a coroutine", $stock, run_phpunit($tests, [...$ini, $load, $launch], $body));
}
--EXPECTF--
stock: Tests: %d, Assertions: %d%s
loaded: %d tests, the same
in a coroutine: %d tests, the same
stock, JIT: Tests: %d, Assertions: %d%s
JIT, in a coroutine: %d tests, the same
stock, Xdebug: Tests: %d, Assertions: %d%s
Xdebug, in a coroutine: %d tests, the same
