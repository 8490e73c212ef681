--TEST--
HK-5: half of PHP's own tests of ext/sockets do what they do without the extension, beside another coroutine and as its body
--DESCRIPTION--
Rules: io HK-5
Order: dependent
--SKIPIF--
<?php
if (getenv('TEST_UNDER')) die('skip takes minutes there');
$cache = getenv('XDG_CACHE_HOME') ?: getenv('HOME') . '/.cache';
if (!is_dir("$cache/true_async/php-" . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . '.src')) die("skip there is no source of PHP");
?>
--FILE--
<?php
// The tests wait more than they work.
putenv('JOBS=4');
passthru('exec ' . escapeshellarg(dirname(__DIR__, 2) . '/scripts/test-differential.sh') . ' --sample 2>&1');
--EXPECTF--
mode A: %d tests, %d passed, %d failed, %d skipped
mode B: %d tests, %d passed, %d failed, %d skipped
mode C: %d tests, %d passed, %d failed, %d skipped
differences: 0 not explained, %d explained, 0 explained and gone, %d unstable without the extension
