--TEST--
A module that uses every macro of the header once loads, so all that the macros name is there; and it does use every one
--DESCRIPTION--
Rules: ABI-13, ABI-25, ABI-181, ABI-182, ABI-183, ABI-184, ABI-185
Order: independent

php-tests/ext/build.sh compiles php-tests/ext/async_macro_test/every_macro.c as C and as C++ without warnings.
--SKIPIF--
<?php if (!is_file(dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/async_macro_test.so')) die('skip needs async_macro_test'); ?>
--FILE--
<?php
$module = dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/async_macro_test.so';
passthru('LD_BIND_NOW=1 ' . escapeshellarg(PHP_BINARY) . ' -n ' . getenv('TEST_EXTENSION_OPTIONS')
    . ' -d extension=' . escapeshellarg($module) . ' -r ' . escapeshellarg('var_dump(extension_loaded("async_macro_test"));') . ' 2>&1');

$used = file_get_contents(__DIR__ . '/../ext/async_macro_test/every_macro.c');
preg_match_all('/\b\w+\b/', preg_replace('~/\*.*?\*/~s', '', $used), $words);
$used = array_flip($words[0]);
$header = implode(array_map(file_get_contents(...), glob(__DIR__ . '/../../include/true_async/*.h')));
preg_match_all('/^#\s*define (\w+)/m', $header, $defined);
// Without parts of other macros, guards of files, and constants, which layout_matches_header.phpt compares.
$constants = file_get_contents(__DIR__ . '/../ext/async_abi_test/layout_constants.h');
$defined = array_filter(array_unique($defined[1]), fn(string $name) => !str_ends_with($name, '_') && !str_ends_with($name, '_H')
    && !str_contains($name, '_DEFINE_ATOMIC') && !str_contains($constants, ", $name,"));
echo count($defined) > 200 ? "more than 200\n" : count($defined) . "\n";
foreach ($defined as $name) {
    if (!isset($used[$name])) echo "$name is not used\n";
}
?>
--EXPECT--
bool(true)
more than 200
