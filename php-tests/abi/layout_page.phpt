--TEST--
docs/abi-layout.md says what the header and the compiler say
--DESCRIPTION--
Rules: ABI-4, ABI-5, ABI-34, ABI-210
Order: independent
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (PHP_VERSION_ID >= 80300) die('skip the page has the numbers of PHP 8.2');
?>
--FILE--
<?php
require __DIR__ . '/../../scripts/abi-layout.php';
$page = abi_layout_page(async_test_header_layout());
if ($page !== file_get_contents(__DIR__ . '/../../docs/abi-layout.md')) {
    echo "scripts/abi-layout.sh has to be run: the page differs\n";
}
// One line of each kind, so that an empty page does not count.
foreach (['### zend_async_waker_t', '| 64 | `triggered_events` | `HashTable *` |',
    '| 0 | `result` | union: `result` `ssize_t`, `transferred` `ssize_t` |',
    '`zend_async_io_read_fn`', '`zend_async_fork_register`', '`zend_fcall_release`'] as $line) {
    if (!str_contains($page, $line)) echo "$line is missing\n";
}
echo "compared\n";
?>
--EXPECT--
compared
