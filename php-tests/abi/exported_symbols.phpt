--TEST--
The module exports what the header declares, and nothing else
--DESCRIPTION--
Rules: ABI-1, ABI-180, ABI-210
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
foreach (async_test_missing_symbols() as $name) {
    echo "missing: $name\n";
}

// The list is that of docs/abi-layout.md. get_module is PHP's; the table is for layout_matches_header.phpt.
require __DIR__ . '/../../scripts/abi-layout.php';
$documented = [...abi_symbols((bool) PHP_ZTS), 'get_module', 'zend_async_abi_layout'];
exec('nm -D --defined-only --format=posix ' . escapeshellarg(getenv('TEST_EXTENSION_PATH')), $lines);
$exported = array_map(fn(string $line) => strtok($line, ' '), $lines);
// Instrumentation of test builds (make test-asan).
$exported = array_filter($exported, fn(string $name) => !preg_match('/^_*(asan|lsan|ubsan|sancov|odr_asan)/', $name));
foreach (array_diff($exported, $documented) as $name) echo "not documented: $name\n";
foreach (array_diff($documented, $exported) as $name) echo "not exported: $name\n";

// What the header declares as exported is on the list.
preg_match_all('/^ZEND_API (?:extern )?(?:const )?[\w ]+[ *](\w+)(?:;|\()/m', abi_header(), $declared);
foreach (array_diff($declared[1], abi_symbols()) as $name) echo "declared, not on the list: $name\n";
foreach (array_diff(abi_symbols(), $declared[1]) as $name) echo "on the list, not declared: $name\n";
echo count($exported) > 150 ? "compared\n" : "nm shows too little\n";
?>
--EXPECT--
compared
