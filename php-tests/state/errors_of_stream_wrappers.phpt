--TEST--
EG-9: the reasons of a failed open are those of the coroutine's own
--DESCRIPTION--
Rules: io EG-9, SU-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/at_once.php';

class Refuses
{
    public $context;
    public function stream_open($path) { pause(); return false; }
    public function dir_opendir($path) { pause(); return false; }
    // PHP has noted the reason by now, and not yet told it.
    public function __destruct() { pause(); }
}
stream_wrapper_register('refuses', Refuses::class);
at_once('fopen', fn($i) => [fopen("refuses://$i", 'r'), file_get_contents("refuses://second$i")]);
at_once('one silent', fn($i) => [@fopen("refuses://$i", 'r'), fopen("refuses://second$i", 'r')], 3);
at_once('opendir', fn($i) => opendir("refuses://$i"));
--EXPECT--
fopen: as alone
one silent: as alone
opendir: as alone
