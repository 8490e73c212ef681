--TEST--
FW-5, SO-10, W-11: every internal function that may wait does so in two coroutines at once with the results of stock PHP (a sample)
--DESCRIPTION--
Rules: io FW-5, io SO-10, io W-11, io EG-7
Order: dependent
--FILE--
<?php
require __DIR__ . '/sweep.php';

// Where everything takes twenty times as long, a sample of the sample.
// Children wait more than they work.
sweep(['--sample', '--jobs=4',
    ...(getenv('TEST_UNDER') ? ['--only=^(fgets|usort|copy|parse_ini_file|file_put_contents|DOMDocument::load)$'] : [])]);
--EXPECTF--
%d functions: %d reached, %s
%d passed, 0 failed, %d skipped
