--TEST--
EG-9: what mb_output_handler() has read of a character stays with the output of its coroutine
--DESCRIPTION--
Rules: io EG-9, OB-1
Order: independent
--EXTENSIONS--
mbstring
--FILE--
<?php
require __DIR__ . '/../lib/at_once.php';

mb_internal_encoding('UTF-8');
mb_http_output('ISO-8859-1');
at_once('mb_output_handler', function ($i) {
    ob_start();
    ob_start('mb_output_handler', 1);
    // A character comes in two pieces; one coroutine is done before the other.
    foreach (["\xc3", "\xa4", "$i\xc3", "\xb6", ...array_fill(0, $i, "\xc3\xbc")] as $piece) {
        echo $piece;
        pause();
    }
    ob_end_flush();
    return bin2hex(ob_get_clean());
}, 3);
--EXPECT--
mb_output_handler: as alone
